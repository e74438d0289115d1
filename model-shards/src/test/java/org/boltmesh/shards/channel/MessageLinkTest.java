package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageLinkTest {
    private static final int FRAME_BYTES = 1024;
    private static final int STRIDE = FRAME_BYTES - FrameHeader.LENGTH_BYTES;
    private static final int MESSAGE_MAX_BYTES = 16 << 20;
    private static final long EPOCH = 5;

    private final MemoryChannel there = new MemoryChannel(8, FRAME_BYTES);
    private final MemoryChannel back = new MemoryChannel(8, FRAME_BYTES);
    private final FrameCounters counters = new FrameCounters();
    private final MessageLog log = new MessageLog();
    private MessageLink sending = sending();
    private final MessageLink receiving =
            new MessageLink(
                    back.sender(),
                    there.receiver(),
                    FrameOrigin.newborn(EPOCH, 4),
                    0,
                    MESSAGE_MAX_BYTES,
                    counters);
    private long nowNs;

    private MessageLink sending() {
        return new MessageLink(
                there.sender(),
                back.receiver(),
                FrameOrigin.newborn(EPOCH, 3),
                MESSAGE_MAX_BYTES,
                0,
                new FrameCounters());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 100_000, MESSAGE_MAX_BYTES})
    void shouldCarryAMessageOfAnyLength(int length) {
        ByteBuffer message = MessageLog.random(length, length);
        assertThat(sending.offer(65_535, message, 0, length)).isTrue();
        run();
        assertThat(log.messages()).containsExactly(new MessageLog.Message(65_535, 3, 1, message));
        assertThat(counters.count(FrameVerdict.ACCEPTED))
                .isEqualTo(Math.max(1, Math.ceilDiv(length, STRIDE)));
    }

    @Test
    void shouldCarryPartOfABufferThatChangesAfterwards() {
        ByteBuffer bytes = MessageLog.random(1, 5000);
        sending.offer(1, bytes, 100, 3000);
        bytes.put(200, (byte) (bytes.get(200) + 1));
        run();
        assertThat(log.messages().getFirst().bytes())
                .isEqualTo(MessageLog.random(1, 5000).slice(100, 3000));
    }

    @Test
    void shouldSendAgainWhatABreakLost() {
        ByteBuffer message = MessageLog.random(2, 3 * STRIDE);
        offer(message, 5);
        sending.doWork(nowNs);
        receiving.poll(log);
        there.breakStream();
        run();
        assertThat(log.messages())
                .extracting(MessageLog.Message::number)
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(log.messages()).extracting(MessageLog.Message::bytes).containsOnly(message);
        assertThat(log.breaks()).isEmpty();
        assertThat(nowNs).as("without waiting").isZero();
    }

    /** As when the receiver's driver dies and is back before the sender's sees it. */
    @Test
    void shouldSendAgainWhatOnlyTheReceiverMissed() {
        offer(MessageLog.random(2, 100), 3);
        run();
        var deaf = new MessageLog();
        offer(MessageLog.random(3, 100), 2);
        sending.doWork(nowNs);
        there.receiver().poll((_, _, _) -> true, 64);
        receiving.poll(deaf);
        assertThat(deaf.messages()).isEmpty();
        pass(ProbeWatch.FIRST_NS);
        run();
        assertThat(log.messages()).hasSize(5);
    }

    @Test
    void shouldAskWhenNothingIsHeardAndNoMoreThanNeeded() {
        offer(MessageLog.random(2, 100), 1);
        run();
        assertThat(sending.isAllAcknowledged()).as("one message is not worth a word").isFalse();
        pass(ProbeWatch.FIRST_NS);
        run();
        assertThat(sending.isAllAcknowledged()).isTrue();
        assertThat(counters.count(FrameVerdict.CONTROL)).isEqualTo(1);
        pass(100 * ProbeWatch.LAST_NS);
        run();
        assertThat(counters.count(FrameVerdict.CONTROL)).isEqualTo(1);
    }

    @Test
    void shouldPushBackWhileNothingIsAcknowledged() {
        ByteBuffer message = MessageLog.random(2, 10);
        int taken = 0;
        while (sending.offer(1, message, 0, 10)) {
            taken++;
            sending.doWork(nowNs);
            receiving.poll(log);
        }
        assertThat(taken).isEqualTo(16);
        assertThat(log.messages()).hasSize(16);
        run();
        assertThat(sending.offer(1, message, 0, 10)).isTrue();
    }

    @Test
    void shouldPushBackByBytesToo() {
        ByteBuffer message = MessageLog.random(2, MESSAGE_MAX_BYTES);
        offer(message, 2);
        assertThat(sending.offer(1, message, 0, 1)).isFalse();
        run();
        assertThat(log.messages()).hasSize(2);
        assertThat(sending.offer(1, message, 0, MESSAGE_MAX_BYTES)).isTrue();
    }

    @Test
    void shouldTellTheLastNumberWhenTheSenderIsReplaced() {
        offer(MessageLog.random(2, 100), 4);
        run();
        offer(MessageLog.random(2, 100), 1);
        sending = sending();
        offer(MessageLog.random(3, 100), 1);
        run();
        assertThat(log.messages())
                .extracting(MessageLog.Message::number)
                .containsExactly(1L, 2L, 3L, 4L, 1L);
        assertThat(log.breaks()).containsExactly(new MessageBreak(4, 1, true));
    }

    @Test
    void shouldTellOfAReceiverThatCameLate() {
        offer(MessageLog.random(2, 100), 16);
        run();
        var late =
                new MessageLink(
                        back.sender(),
                        there.receiver(),
                        FrameOrigin.newborn(EPOCH, 4),
                        0,
                        MESSAGE_MAX_BYTES,
                        counters);
        var lateLog = new MessageLog();
        offer(MessageLog.random(2, 100), 1);
        sending.doWork(nowNs);
        late.poll(lateLog);
        assertThat(lateLog.breaks()).hasSize(1);
        MessageBreak gap = lateLog.breaks().getFirst();
        assertThat(gap.lastDelivered()).isZero();
        assertThat(gap.nextNumber()).isBetween(2L, 17L);
        assertThat(gap.isOtherSender()).isFalse();
    }

    @Test
    void shouldDropOtherInstances() {
        offer(MessageLog.random(2, 100), 1);
        var stale =
                new MessageLink(
                        there.sender(),
                        back.receiver(),
                        FrameOrigin.newborn(EPOCH - 1, 3),
                        100,
                        0,
                        new FrameCounters());
        stale.offer(1, MessageLog.random(1, 100), 0, 100);
        stale.doWork(nowNs);
        run();
        assertThat(log.messages()).hasSize(1);
        assertThat(counters.count(FrameVerdict.STALE_EPOCH)).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatCannotBeSent() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(8);
        assertThatThrownBy(() -> sending.offer(65_536, bytes, 0, 8))
                .hasMessageContaining("kind 65536");
        assertThatThrownBy(() -> sending.offer(1, bytes, 0, MESSAGE_MAX_BYTES + 1))
                .hasMessageContaining("want a kind of 0 to 65535 and at most 16777216 bytes");
    }

    private void offer(ByteBuffer message, int times) {
        for (int count = 0; count < times; count++) {
            assertThat(sending.offer(1, message, 0, message.capacity())).isTrue();
        }
    }

    private void pass(long ns) {
        nowNs += ns;
    }

    private void run() {
        int work = 1;
        while (work > 0) {
            work =
                    sending.doWork(nowNs)
                            + receiving.poll(log)
                            + receiving.doWork(nowNs)
                            + sending.poll();
        }
        assertThat(sending.isAllSent()).isTrue();
    }
}
