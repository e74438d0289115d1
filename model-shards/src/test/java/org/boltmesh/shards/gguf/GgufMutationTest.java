package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.boltmesh.shards.SharedData;
import org.junit.jupiter.api.Test;

/** 10^5 damaged headers: each is read or refused with {@link GgufException}, in bounded memory. */
class GgufMutationTest {
    private static final long SEED = Long.getLong("boltmesh.test.seed", 20_261_130L);
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    // Values that lengths, counts, types and offsets break at.
    private static final long[] EVIL = {
        0, 1, 5, 12, 13, 31, 255, 65_536, 1L << 31, (1L << 32) - 1, 1L << 60, 1L << 63, -1, -32
    };

    @Test
    void shouldSurviveDamageToBuiltHeader() {
        GgufBuilder builder =
                GgufBuilder.create("llama")
                        .uint8("u8", 1)
                        .int64("i64", -1)
                        .float64("f64", 1)
                        .bool("bool", true)
                        .strings("strings", List.of("alpha", "beta", "", "delta"))
                        .int32s("ints", 1, 2, 3)
                        .bools("bools", true, false)
                        .alignment(32)
                        .zeros("token_embd.weight", TensorType.Q8_0, 64, 4)
                        .zeros("blk.0.attn_q.weight", TensorType.F32, 8, 2, 2, 2)
                        .zeros("output.weight", TensorType.Q4_K, 256, 2);
        byte[] bytes = builder.toBytes();
        survive(Arrays.copyOf(bytes, builder.headerBytes()), bytes.length, 90_000);
    }

    @Test
    void shouldSurviveDamageToRealHeader() throws IOException {
        Path path = SharedData.require("models/stories260K/stories260K-f32.gguf");
        byte[] bytes = Files.readAllBytes(path);
        long dataStart =
                GgufFile.open(path).tensors().stream()
                        .mapToLong(TensorInfo::offsetBytes)
                        .min()
                        .orElseThrow();
        survive(Arrays.copyOf(bytes, (int) dataStart), bytes.length, 10_000);
    }

    private static void survive(byte[] header, long fileBytes, int mutations) {
        System.out.println("GgufMutationTest: seed " + SEED + ", set boltmesh.test.seed to change");
        SplittableRandom random = new SplittableRandom(SEED);
        MemorySource.read(header, fileBytes);
        int refused = 0;
        // Read bytes as objects (an empty inner array of 12 bytes costs most) and the window: never
        // what a length claims.
        long allowedBytes = (256 << 10) + 16 * fileBytes;
        long worstBytes = 0;
        for (int i = 0; i < mutations; i++) {
            byte[] mutated = mutate(header, random);
            long before = THREAD.getCurrentThreadAllocatedBytes();
            refused += isRefused(mutated, random.nextInt(8) == 0 ? mutated.length : fileBytes);
            worstBytes = Math.max(worstBytes, THREAD.getCurrentThreadAllocatedBytes() - before);
        }
        System.out.printf(
                "GgufMutationTest: %d of %d refused, at most %d bytes allocated%n",
                refused, mutations, worstBytes);
        assertThat(refused).isBetween(mutations / 10, mutations);
        assertThat(worstBytes).isLessThan(allowedBytes);
    }

    private static int isRefused(byte[] header, long fileBytes) {
        try {
            GgufHeader read = MemorySource.read(header, fileBytes);
            for (TensorInfo tensor : read.tensors()) {
                assertThat(tensor.offsetBytes() + tensor.sizeBytes())
                        .isLessThanOrEqualTo(fileBytes);
            }
            return 0;
        } catch (GgufException e) {
            assertThat(e.getMessage()).startsWith("memory.gguf, ");
            return 1;
        }
    }

    private static byte[] mutate(byte[] header, SplittableRandom random) {
        byte[] bytes = header.clone();
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(8)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                case 3 -> bytes = insert(bytes, at, 1 + random.nextInt(16), random);
                default -> overwriteLength(bytes, at, random);
            }
        }
        return bytes;
    }

    private static byte[] insert(byte[] bytes, int at, int count, SplittableRandom random) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + count);
        System.arraycopy(bytes, at, longer, at + count, bytes.length - at);
        for (int i = at; i < at + count; i++) {
            longer[i] = (byte) random.nextInt();
        }
        return longer;
    }

    /** Overwrites what may be a length near {@code from}: four bytes, the upper of them zero. */
    private static void overwriteLength(byte[] bytes, int from, SplittableRandom random) {
        int at = from;
        while (at + 8 < bytes.length && (bytes[at + 2] != 0 || bytes[at + 3] != 0)) {
            at++;
        }
        long value = EVIL[random.nextInt(EVIL.length)];
        int width = random.nextBoolean() ? 8 : 4;
        for (int i = 0; i < width && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
    }
}
