package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReassemblerTest {
    private static final int EPOCH = 5;
    private static final int FRAME_BYTES = 700;
    private static final int FRAMES_HOSTILE = 10_000;
    private static final int MESSAGE_MAX_BYTES = 20_000;
    private static final int HOSTILE_ALLOCATION_MAX_BYTES = 100_000;

    private final MessageLog log = new MessageLog();
    private final FrameCounters counters = new FrameCounters();
    private final Reassembler reassembler =
            new Reassembler(4, MESSAGE_MAX_BYTES, EPOCH, log, counters);

    @Test
    void shouldTakeFramesTwiceAndInAnyOrder() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            ByteBuffer message = MessageLog.random(round, random.nextInt(MESSAGE_MAX_BYTES));
            List<ByteBuffer> frames = new ArrayList<>(frames(EPOCH, round, message));
            frames.addAll(frames(EPOCH, round, message));
            Collections.shuffle(frames, random);
            frames.forEach(this::receive);
            assertThat(log.messages()).hasSize(round + 1);
            assertThat(log.messages().getLast().bytes()).isEqualTo(message);
            reassembler.advanceTo(round + 1);
        }
    }

    @Test
    void shouldDropOtherInstances() {
        ByteBuffer message = MessageLog.random(1, 2000);
        frames(EPOCH - 1, 0, message).forEach(this::receive);
        frames(EPOCH + 1, 0, message).forEach(this::receive);
        assertThat(log.messages()).isEmpty();
        assertThat(counters.count(FrameVerdict.STALE_EPOCH)).isEqualTo(4);
        assertThat(counters.count(FrameVerdict.UNKNOWN_EPOCH)).isEqualTo(4);
        reassembler.restart(EPOCH + 1);
        frames(EPOCH + 1, 0, message).forEach(this::receive);
        assertThat(log.messages()).hasSize(1);
    }

    @Test
    void shouldTakeAMessageThatIsSentAgainInOtherPieces() {
        ByteBuffer message = MessageLog.random(1, 2000);
        receive(frames(EPOCH, 0, message).getFirst());
        CapturedFrames.of(999, EPOCH, 1, 2, 0, message).forEach(this::receive);
        assertThat(log.messages()).extracting(MessageLog.Message::bytes).containsExactly(message);
    }

    @Test
    void shouldSayWhatIsWrongWithAFrame() {
        frames(EPOCH, 0, MessageLog.random(1, MESSAGE_MAX_BYTES + 1)).forEach(this::receive);
        assertThat(counters.count(FrameVerdict.TOO_LONG)).isEqualTo(31);
        receive(frames(EPOCH, (1 << 20) + 1, MessageLog.random(1, 5)).getFirst());
        assertThat(counters.count(FrameVerdict.FAR_STEP)).isEqualTo(1);
        receive(ByteBuffer.allocateDirect(FrameHeader.LENGTH_BYTES - 1));
        assertThat(counters.count(FrameVerdict.FOREIGN)).isEqualTo(1);
        receive(frames(EPOCH, 0, MessageLog.random(1, 2000)).getFirst());
        receive(frames(EPOCH, 0, MessageLog.random(1, 3000)).getFirst());
        assertThat(counters.count(FrameVerdict.CONFLICTING)).isEqualTo(1);
        ByteBuffer frame = frames(EPOCH, 1, MessageLog.random(1, 500)).getFirst();
        receive(frame.put(200, (byte) (frame.get(200) ^ 1)));
        assertThat(counters.count(FrameVerdict.DAMAGED)).isEqualTo(1);
        receive(frame.slice(0, frame.capacity() - 1));
        assertThat(counters.count(FrameVerdict.INCONSISTENT)).isEqualTo(1);
    }

    @Test
    void shouldRefuseRandomAndMutatedFrames() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<ByteBuffer> good = frames(EPOCH, 0, MessageLog.random(1, 2000));
        long allocated = 0;
        for (int round = 0; round < FRAMES_HOSTILE; round++) {
            ByteBuffer frame = mutated(good.get(random.nextInt(good.size())), random);
            int length = random.nextInt(10) == 0 ? random.nextInt(FRAME_BYTES) : FRAME_BYTES;
            long before = AllocatedBytes.ofThisThread();
            reassembler.onFrame(frame, 7, length);
            allocated += AllocatedBytes.ofThisThread() - before;
        }
        assertThat(allocated).isLessThan(HOSTILE_ALLOCATION_MAX_BYTES);
        assertThat(log.messages()).isEmpty();
        long refused = counters.counts().values().stream().mapToLong(Long::longValue).sum();
        assertThat(refused).isEqualTo(FRAMES_HOSTILE);
        assertThat(counters.count(FrameVerdict.ACCEPTED)).isZero();
    }

    /** A frame at offset 7 with one to four bytes that are not as they were, or wholly random. */
    private static ByteBuffer mutated(ByteBuffer good, Random random) {
        byte[] bytes = new byte[FRAME_BYTES];
        if (random.nextInt(10) == 0) {
            random.nextBytes(bytes);
        } else {
            good.get(0, bytes, 0, good.capacity());
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(FrameHeader.LENGTH_BYTES);
                bytes[at] += (byte) (1 + random.nextInt(63));
            }
        }
        ByteBuffer frame = ByteBuffer.allocateDirect(7 + FRAME_BYTES);
        return frame.put(7, bytes);
    }

    private void receive(ByteBuffer frame) {
        assertThat(reassembler.onFrame(frame, 0, frame.capacity())).isTrue();
    }

    private static List<ByteBuffer> frames(long epoch, long step, ByteBuffer message) {
        return CapturedFrames.of(FRAME_BYTES, epoch, 1, 2, step, message);
    }
}
