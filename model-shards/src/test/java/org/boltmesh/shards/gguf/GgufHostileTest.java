package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.Collections;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged and hostile headers: each gets a sentence that names file, place and what was wanted. */
class GgufHostileTest {
    private static final int ARRAY = ValueType.ARRAY.id();
    private static final int STRING = ValueType.STRING.id();

    private static AbstractStringAssert<?> assertRefused(GgufBuilder builder) {
        return assertRefused(builder.toBytes());
    }

    private static AbstractStringAssert<?> assertRefused(byte[] bytes) {
        String message =
                assertThatExceptionOfType(GgufException.class)
                        .isThrownBy(() -> MemorySource.read(bytes))
                        .actual()
                        .getMessage();
        return assertThat(message).startsWith("memory.gguf, ");
    }

    @Test
    void shouldRefuseEmptyFile() {
        assertRefused(new byte[0]).contains("byte 0", "needs 4 bytes, but 0 are left");
    }

    @Test
    void shouldRefuseWrongMagic() {
        byte[] bytes = GgufBuilder.create().toBytes();
        bytes[3] = 'Q';
        assertRefused(bytes).contains("not a GGUF file", "47475551", "want 47475546 (GGUF)");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, -1})
    void shouldRefuseOtherVersion(int version) {
        assertRefused(GgufBuilder.create().version(version))
                .contains("GGUF version " + Integer.toUnsignedString(version) + ", want 2 or 3");
    }

    @Test
    void shouldReadVersion2() {
        assertThat(MemorySource.read(GgufBuilder.create("llama").version(2).toBytes()).metadata())
                .satisfies(m -> assertThat(m.string("general.architecture")).contains("llama"));
    }

    @Test
    void shouldRefuseBigEndian() {
        assertRefused(GgufBuilder.create().version(3 << 24))
                .contains("big-endian GGUF of version 3, want little-endian");
    }

    @Test
    void shouldRefuseFileCutAnywhere() {
        GgufBuilder builder =
                GgufBuilder.create("llama")
                        .strings("tokens", Collections.nCopies(20, "token"))
                        .float32s("scores", new float[20])
                        .zeros("a", TensorType.Q8_0, 64, 2)
                        .zeros("b", TensorType.F32, 8);
        byte[] whole = builder.toBytes();
        // The padding behind the last tensor may be missing.
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length));
        }
        assertThat(MemorySource.read(whole).tensors()).hasSize(2);
    }

    @Test
    void shouldSayThatTensorIsBeyondTheFile() {
        byte[] whole = GgufBuilder.create().zeros("blk.0.w", TensorType.F32, 64).toBytes();
        assertRefused(Arrays.copyOf(whole, whole.length - 1))
                .contains("tensor blk.0.w: 256 bytes at 0", "end beyond the file of 319 bytes");
        assertRefused(GgufBuilder.create().entry("w", 0, 1L << 40, 1))
                .contains("tensor w", "end beyond");
        assertRefused(GgufBuilder.create().entry("w", 0, 0, 1L << 40))
                .contains("tensor w", "larger than");
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 60, -1, Long.MIN_VALUE, 1L << 31, 1000})
    void shouldRefuseLengthsBeyondTheFile(long length) {
        String shown = Long.toUnsignedString(length);
        assertRefused(GgufBuilder.create().raw("k", STRING, int64(length)))
                .contains("key k: length of the string is " + shown + ", want at most");
        assertRefused(
                        GgufBuilder.create()
                                .raw(
                                        "k",
                                        ARRAY,
                                        new LittleEndian().int32(4).int64(length).toBytes()))
                .contains("key k: length of the array is " + shown + ", want at most");
        assertRefused(GgufBuilder.create().extraTensors(length))
                .contains("number of tensors is " + shown + ", want at most");
        assertRefused(GgufBuilder.create().extraPairs(length))
                .contains("number of metadata pairs is " + shown + ", want at most");
    }

    @Test
    void shouldBoundHeaderOfHugeFile() {
        byte[] bytes = GgufBuilder.create().raw("k", STRING, int64(1L << 31)).toBytes();
        assertThatExceptionOfType(GgufException.class)
                .isThrownBy(() -> MemorySource.read(bytes, 1L << 40))
                .withMessageContainingAll("key k", "2147483648", "a header of at most 67108864");
    }

    @Test
    void shouldRefuseBadPairs() {
        assertRefused(GgufBuilder.create().bool("k", true).bool("k", true))
                .contains("key k: the key is there twice");
        assertRefused(GgufBuilder.create().raw("k", 13)).contains("value type 13, want 0 to 12");
        assertRefused(GgufBuilder.create().raw("k", ValueType.BOOL.id(), (byte) 2))
                .contains("key k: bool is 2, want 0 or 1");
        assertRefused(GgufBuilder.create().bool("k".repeat(65_536), true))
                .contains("length of the key is 65536, want at most 65535");
    }

    @Test
    void shouldRefuseEndlessNesting() {
        LittleEndian nested = new LittleEndian();
        for (int i = 0; i < 100_000; i++) {
            nested.int32(ARRAY).int64(1);
        }
        assertRefused(GgufBuilder.create().raw("k", ARRAY, nested.toBytes()))
                .contains("key k: arrays 9 deep, want at most 8");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 48, -32})
    void shouldRefuseAlignmentThatIsNoPowerOfTwo(int alignment) {
        assertRefused(GgufBuilder.create().int32("general.alignment", alignment))
                .contains("key general.alignment: " + alignment + ", want a power of two");
    }

    @Test
    void shouldRefuseBadTensorTable() {
        assertRefused(GgufBuilder.create().entry("w", 31, 0, 32))
                .contains("tensor w: unknown tensor type 31");
        assertRefused(GgufBuilder.create().entry("w", 0, 0)).contains("tensor w: 0 dimensions");
        assertRefused(GgufBuilder.create().entry("w", 0, 0, 1, 1, 1, 1, 1))
                .contains("tensor w: 5 dimensions, want 1 to 4");
        assertRefused(GgufBuilder.create().entry("w", 0, 0, 4, 0)).contains("dimension 1 is 0");
        assertRefused(GgufBuilder.create().entry("w", 0, 0, 1L << 40, 1L << 40))
                .contains("tensor w: dimension 1 is 1099511627776 after");
        assertRefused(GgufBuilder.create().entry("w", TensorType.Q8_0.id(), 0, 33))
                .contains("tensor w: rows of 33 elements of Q8_0, want a multiple of 32");
        assertRefused(GgufBuilder.create().entry("w".repeat(65), 0, 0, 1))
                .contains("length of the name is 65, want at most 64");
        assertRefused(GgufBuilder.create().zeros("w", TensorType.F32, 8).entry("v", 0, 4, 1))
                .contains("tensor v: offset 4, want a multiple of the alignment 32");
        assertRefused(GgufBuilder.create().entry("v", 0, -32, 1))
                .contains("tensor v: offset 18446744073709551584");
    }

    @Test
    void shouldRefuseTensorsThatShareBytesOrNames() {
        assertRefused(GgufBuilder.create().zeros("w", TensorType.F32, 16).entry("v", 0, 32, 8))
                .contains("tensor v: starts at byte", "inside tensor w of 64 bytes");
        assertRefused(
                        GgufBuilder.create()
                                .zeros("w", TensorType.F32, 8)
                                .zeros("w", TensorType.F32, 8))
                .contains("tensor w: the name is there twice");
    }

    @Test
    void shouldMakeNamesHarmlessInMessages() {
        assertRefused(GgufBuilder.create().raw("\u001b[2J\n" + "k".repeat(9_000), 13))
                .contains("key ?[2J?kkk")
                .hasSizeLessThan(300);
    }

    private static byte[] int64(long value) {
        return new LittleEndian().int64(value).toBytes();
    }
}
