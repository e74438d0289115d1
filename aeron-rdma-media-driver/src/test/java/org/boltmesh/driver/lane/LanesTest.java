package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanesTest {
    private static final int WINDOW = 16;
    private static final int CONTROL = 4;
    private static final LaneSizes SIZES =
            new LaneSizes(
                    List.of(
                            new LaneSize(4096, WINDOW, CONTROL),
                            new LaneSize(20_480, WINDOW, CONTROL)));

    @TempDir Path folder;

    private final List<String> taken = new ArrayList<>();
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(20_000);

    private LaneLink link(String manners) {
        return new LaneLink(folder, manners, SIZES, 5, 5);
    }

    private void take(SlotHeader header, UnsafeBuffer buffer, int offset, int lengthBytes) {
        taken.add(
                "%s %d>%d %d: %d bytes of %d"
                        .formatted(
                                header.kind(),
                                header.source(),
                                header.destination(),
                                header.sequence(),
                                lengthBytes,
                                lengthBytes == 0 ? 0 : buffer.getByte(offset)));
    }

    private SendResult offer(LaneLink link, int lane, SlotKind kind, int lengthBytes) {
        datagram.clear().limit(lengthBytes);
        return link.left.lane(lane).offer(kind, 1, 2, datagram, link.nowNs);
    }

    private void poll(LaneLink link) {
        for (int i = 0; i < 50; i++) {
            link.nowNs += 100_000;
            link.left.poll(this::take, link.nowNs, 8);
            link.right.poll(this::take, link.nowNs, 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thunderbolt", "ordinary"})
    void shouldCarryDatagramsInOrder(String manners) {
        try (LaneLink link = link(manners)) {
            datagram.put(0, (byte) 42);
            assertThat(offer(link, 1, SlotKind.DATA, 20_000)).isEqualTo(SendResult.SENT);
            assertThat(offer(link, 1, SlotKind.CONTROL, 0)).isEqualTo(SendResult.SENT);
            assertThat(offer(link, 0, SlotKind.DATA, 5000)).isEqualTo(SendResult.TOO_LONG);
            poll(link);
            assertThat(taken)
                    .containsExactly(
                            "DATA 1>2 0: 20000 bytes of 42", "CONTROL 1>2 1: 0 bytes of 0");
            LaneCounters counters = link.left.lane(1).counters();
            assertThat(counters.sentBytes()).isEqualTo(20_000);
            assertThat(counters.paddingBytes())
                    .isEqualTo(manners.equals("thunderbolt") ? 2 * 20_448 - 20_000 : 0);
            assertThat(link.left.lane(1).outstandingSends()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thunderbolt", "ordinary"})
    void shouldPressBackWhenTheReceiverDoesNotPoll(String manners) {
        try (LaneLink link = link(manners)) {
            for (int i = 0; i < WINDOW; i++) {
                assertThat(offer(link, 1, SlotKind.DATA, 100)).isEqualTo(SendResult.SENT);
                link.left.poll(this::take, ++link.nowNs, 8);
            }
            assertThat(offer(link, 1, SlotKind.DATA, 100)).isEqualTo(SendResult.NO_CREDIT);
            assertThat(offer(link, 1, SlotKind.CONTROL, 100)).isEqualTo(SendResult.SENT);
            assertThat(link.left.sendLimits(link.nowNs)).isEqualTo(SendResult.SENT);
            assertThat(link.left.lane(1).counters().offers(SendResult.NO_CREDIT)).isEqualTo(1);

            poll(link);
            assertThat(taken).hasSize(WINDOW + 1);
            assertThat(link.right.lane(1).missing()).isZero();
            assertThat(offer(link, 1, SlotKind.DATA, 100)).isEqualTo(SendResult.SENT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thunderbolt", "ordinary"})
    void shouldLoseNothingToAReceiverThatIsSlow(String manners) {
        try (LaneLink link = link(manners)) {
            int offered = 0;
            for (int round = 0; round < 5000; round++) {
                link.nowNs += 10_000;
                while (offer(link, round % 2, SlotKind.DATA, 100) == SendResult.SENT) {
                    offered++;
                }
                link.left.poll(this::take, link.nowNs, 64);
                if (round % 7 == 0) {
                    link.right.poll(this::take, link.nowNs, 3);
                    link.left.sendLimits(link.nowNs);
                }
            }
            poll(link);
            assertThat(taken).hasSize(offered).hasSizeGreaterThan(1000);
            assertThat(link.right.lane(0).missing() + link.right.lane(1).missing()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thunderbolt", "ordinary"})
    void shouldNotTakeWhatIsOfAnotherEpoch(String manners) {
        try (LaneLink link = new LaneLink(folder, manners, SIZES, 4, 5)) {
            offer(link, 0, SlotKind.DATA, 10);
            link.left.sendLimits(link.nowNs);
            poll(link);
            assertThat(taken).isEmpty();
            assertThat(link.right.limitsHeard()).isZero();
            assertThat(link.right.lane(0).counters().judged(SlotVerdict.STALE_EPOCH)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thunderbolt", "ordinary"})
    void shouldSendNothingBeforeOpenAndAfterStop(String manners) {
        try (LaneLink link = link(manners)) {
            Lanes closed = link.leftEnd.lanes(6);
            assertThat(closed.sendLimits(1)).isEqualTo(SendResult.NOT_OPEN);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> closed.lane(0).open(WINDOW + 1))
                    .withMessageContaining("want 0 to 16");
            link.left.stop();
            assertThat(offer(link, 0, SlotKind.CONTROL, 10)).isEqualTo(SendResult.NOT_OPEN);
            assertThat(link.left.poll(this::take, link.nowNs, 8)).isZero();
            link.left.lane(0).open(WINDOW);
            assertThat(offer(link, 0, SlotKind.CONTROL, 10)).isEqualTo(SendResult.NOT_OPEN);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "thunderbolt")
    void shouldTellThatASendIsOverdueWhenTheCableIsOut(String manners) {
        try (LaneLink link = link(manners)) {
            link.pull();
            assertThat(offer(link, 1, SlotKind.DATA, 100)).isEqualTo(SendResult.SENT);
            link.left.poll(this::take, link.nowNs, 8);
            assertThat(link.left.isOverdue(link.nowNs + LaneEnd.DEADLINE_NS - 1)).isFalse();
            assertThat(link.left.isOverdue(link.nowNs + LaneEnd.DEADLINE_NS)).isTrue();
            for (int i = 0; i < CONTROL; i++) {
                assertThat(offer(link, 1, SlotKind.CONTROL, 10)).isEqualTo(SendResult.SENT);
            }
            assertThat(offer(link, 1, SlotKind.CONTROL, 10)).isEqualTo(SendResult.NO_SLOT);
            assertThat(link.left.lane(1).outstandingSends()).isEqualTo(CONTROL + 1);
        }
    }
}
