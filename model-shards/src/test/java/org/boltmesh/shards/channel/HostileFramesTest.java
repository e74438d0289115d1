package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames that come twice, in any order, damaged or made up. */
class HostileFramesTest {
    private static final int EPOCH = 5;
    private static final FrameOrigin SENDER = new FrameOrigin(EPOCH, 1, 77);
    private static final int FRAME_BYTES = 700;
    private static final int FRAMES_HOSTILE = 10_000;
    private static final int MESSAGE_MAX_BYTES = 20_000;
    private static final int HOSTILE_ALLOCATION_MAX_BYTES = 100_000;

    private final MessageLog log = new MessageLog();
    private final FrameCounters counters = new FrameCounters();
    private final CapturedFrames incoming = new CapturedFrames(FRAME_BYTES);
    private final MessageLink link =
            new MessageLink(
                    new CapturedFrames(FRAME_BYTES),
                    incoming,
                    new FrameOrigin(EPOCH, 2, 78),
                    0,
                    MESSAGE_MAX_BYTES,
                    counters);

    @Test
    void shouldTakeFramesTwiceAndInAnyOrder() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            ByteBuffer message = MessageLog.random(round, random.nextInt(MESSAGE_MAX_BYTES));
            var origin = new FrameOrigin(EPOCH, 1, round);
            List<ByteBuffer> frames = new ArrayList<>(frames(origin, message));
            frames.addAll(frames(origin, message));
            Collections.shuffle(frames, random);
            frames.forEach(this::receive);
            assertThat(log.messages()).hasSize(round + 1);
            assertThat(log.messages().getLast().bytes()).isEqualTo(message);
        }
    }

    @Test
    void shouldDropASenderThatWasReplaced() {
        ByteBuffer message = MessageLog.random(1, 100);
        List<ByteBuffer> old = frames(SENDER, message, message, message);
        receive(old.get(0));
        receive(old.get(1));
        frames(new FrameOrigin(EPOCH, 1, 80), message).forEach(this::receive);
        receive(old.get(2));
        assertThat(counters.count(FrameVerdict.STALE_ORIGIN)).isEqualTo(1);
        assertThat(log.messages()).hasSize(3);
        assertThat(log.breaks()).containsExactly(new MessageBreak(2, 1, true));
    }

    @Test
    void shouldTakeAMessageThatIsSentAgainInOtherPieces() {
        ByteBuffer message = MessageLog.random(1, 2000);
        receive(frames(SENDER, message).getFirst());
        CapturedFrames.of(999, SENDER, message).forEach(this::receive);
        assertThat(log.messages()).extracting(MessageLog.Message::bytes).containsExactly(message);
    }

    @Test
    void shouldSayWhatIsWrongWithAFrame() {
        frames(SENDER, MessageLog.random(1, MESSAGE_MAX_BYTES + 1)).forEach(this::receive);
        assertThat(counters.count(FrameVerdict.TOO_LONG)).isEqualTo(32);
        frames(new FrameOrigin(EPOCH + 1, 1, 1), MessageLog.random(1, 5)).forEach(this::receive);
        assertThat(counters.count(FrameVerdict.UNKNOWN_EPOCH)).isEqualTo(1);
        receive(ByteBuffer.allocateDirect(FrameHeader.LENGTH_BYTES - 1));
        assertThat(counters.count(FrameVerdict.FOREIGN)).isEqualTo(1);
        receive(frames(SENDER, MessageLog.random(1, 2000)).getFirst());
        receive(frames(SENDER, MessageLog.random(1, 3000)).getFirst());
        assertThat(counters.count(FrameVerdict.CONFLICTING)).isEqualTo(1);
        receive(frames(SENDER, MessageLog.random(1, 10), MessageLog.random(1, 10)).getLast());
        assertThat(counters.count(FrameVerdict.GAP)).isEqualTo(1);
        ByteBuffer frame = frames(SENDER, MessageLog.random(1, 500)).getFirst();
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
        List<ByteBuffer> good = frames(SENDER, MessageLog.random(1, 2000));
        var inspector = new FrameInspector(EPOCH, MESSAGE_MAX_BYTES);
        var header = new FrameHeader();
        long allocated = 0;
        for (int round = 0; round < FRAMES_HOSTILE; round++) {
            ByteBuffer frame = mutated(good.get(random.nextInt(good.size())), random);
            int length = random.nextInt(10) == 0 ? random.nextInt(FRAME_BYTES) : FRAME_BYTES;
            long before = AllocatedBytes.ofThisThread();
            counters.add(inspector.inspect(header, frame, 7, length));
            allocated += AllocatedBytes.ofThisThread() - before;
        }
        assertThat(allocated).isLessThan(HOSTILE_ALLOCATION_MAX_BYTES);
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
        incoming.add(frame);
        assertThat(link.poll(log)).isEqualTo(1);
    }

    private static List<ByteBuffer> frames(FrameOrigin origin, ByteBuffer... messages) {
        return CapturedFrames.of(FRAME_BYTES, origin, messages);
    }
}
