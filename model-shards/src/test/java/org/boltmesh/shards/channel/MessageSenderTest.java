package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageSenderTest {
    private static final int FRAME_BYTES = 1024;
    private static final int STRIDE = FRAME_BYTES - FrameHeader.LENGTH_BYTES;

    private final MemoryChannel channel = new MemoryChannel(8, FRAME_BYTES);
    private final MessageSender sender = new MessageSender(channel.sender(), 5, 3);
    private final MessageLog log = new MessageLog();
    private final FrameCounters counters = new FrameCounters();
    private final Reassembler reassembler = new Reassembler(4, 32 << 20, 5, log, counters);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 100_000, 16 << 20})
    void shouldCarryAMessageOfAnyLength(int length) {
        ByteBuffer message = MessageLog.random(length, length);
        send(65_535, 7, message);
        assertThat(log.messages()).containsExactly(new MessageLog.Message(65_535, 3, 7, message));
        assertThat(counters.count(FrameVerdict.ACCEPTED))
                .isEqualTo(Math.max(1, Math.ceilDiv(length, STRIDE)));
    }

    @Test
    void shouldCarryPartOfABuffer() {
        ByteBuffer bytes = MessageLog.random(1, 5000);
        sender.begin(1, 1, bytes, 100, 3000);
        run();
        assertThat(log.messages().getFirst().bytes()).isEqualTo(bytes.slice(100, 3000));
    }

    @Test
    void shouldBeginAMessageAgainWhenTheChannelBreaks() {
        ByteBuffer message = MessageLog.random(2, 10 * STRIDE);
        sender.begin(1, 1, message, 0, message.capacity());
        assertThat(sender.doWork()).isEqualTo(8);
        channel.receiver().poll(reassembler, 3);
        channel.breakStream();
        run();
        assertThat(log.messages()).extracting(MessageLog.Message::bytes).containsExactly(message);
        assertThat(counters.count(FrameVerdict.DUPLICATE)).isEqualTo(3);
    }

    @Test
    void shouldDeliverAStepThatIsSentAgainOnce() {
        ByteBuffer message = MessageLog.random(2, 3 * STRIDE);
        send(1, 1, message);
        send(1, 1, message);
        assertThat(log.messages()).hasSize(1);
        reassembler.advanceTo(2);
        send(1, 1, message);
        assertThat(log.messages()).hasSize(1);
        assertThat(counters.count(FrameVerdict.DUPLICATE)).isEqualTo(3);
        assertThat(counters.count(FrameVerdict.STALE_STEP)).isEqualTo(3);
    }

    @Test
    void shouldHoldBackWhatThereIsNoRoomFor() {
        ByteBuffer message = MessageLog.random(2, 10);
        for (int step = 0; step < 6; step++) {
            sender.begin(1, step, message, 0, 10);
            sender.doWork();
        }
        assertThat(channel.receiver().poll(reassembler, 10)).isEqualTo(4);
        assertThat(channel.receiver().poll(reassembler, 10)).isZero();
        reassembler.advanceTo(1);
        assertThat(channel.receiver().poll(reassembler, 10)).isEqualTo(1);
        reassembler.advanceTo(6);
        assertThat(channel.receiver().poll(reassembler, 10)).isEqualTo(1);
        assertThat(counters.count(FrameVerdict.STALE_STEP)).isEqualTo(1);
        assertThat(log.messages()).hasSize(5);
    }

    @Test
    void shouldRefuseWhatCannotBeSent() {
        ByteBuffer direct = ByteBuffer.allocateDirect(8);
        assertThatThrownBy(() -> sender.begin(1, 1, ByteBuffer.allocate(8), 0, 8))
                .hasMessageContaining("within a direct buffer");
        assertThatThrownBy(() -> sender.begin(1, 1, direct, 4, 5))
                .hasMessageContaining("message of 5 bytes at 4");
        assertThatThrownBy(() -> sender.begin(65_536, 1, direct, 0, 8))
                .hasMessageContaining("kind 65536");
        assertThatThrownBy(() -> sender.begin(1, -1, direct, 0, 8)).hasMessageContaining("step -1");
        sender.begin(1, 1, direct, 0, 8);
        assertThatThrownBy(() -> sender.begin(1, 2, direct, 0, 8))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("step 1 is being sent");
    }

    private void send(int kind, long step, ByteBuffer message) {
        sender.begin(kind, step, message, 0, message.capacity());
        run();
    }

    private void run() {
        int work = 1;
        while (work > 0) {
            work = sender.doWork() + channel.receiver().poll(reassembler, 64);
        }
        assertThat(sender.isIdle()).isTrue();
    }
}
