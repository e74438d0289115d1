package org.boltmesh.driver.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.link.LinkReason.Cause;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final long MS = 1_000_000;
    private static final byte[] OTHER_SECRET =
            "another secret of bytes".getBytes(StandardCharsets.US_ASCII);

    private final LinkNode a = LinkNode.a(1);
    private final LinkNode b = LinkNode.b(1);
    private final List<ByteBuffer> recordedOfA = new ArrayList<>();
    private long nowNs;

    @Test
    void shouldComeUpWithTheSameEpochOnBothSides() {
        bringUp();
        assertThat(a.laneEpoch).isEqualTo(b.laneEpoch).isPositive();
        assertThat(a.link.reason().cause()).isEqualTo(Cause.READY);
        assertThat(a.link.maySend(a.laneEpoch)).isTrue();
        assertThat(a.link.maySend(a.laneEpoch - 1)).isFalse();
    }

    @Test
    void shouldAskForNothingBeforeThePeerIsAuthentic() {
        b.datagram(hello(), 0);
        assertThat(b.link.state()).isEqualTo(LinkState.DOWN);
        assertThat(b.living).isEmpty();
        assertThat(b.sent).hasSize(1);
    }

    @Test
    void shouldLetTheLowerNodesHandshakeWin() {
        a.tick(0);
        b.tick(0);
        exchange();
        assertThat(a.link.state()).isEqualTo(LinkState.UP);
        assertThat(b.link.state()).isEqualTo(LinkState.UP);
        assertThat(a.link.refusals().count(Refusal.CROSSED)).isEqualTo(1);
        assertThat(a.effects.stream().filter(LinkEffect.CreateQueuePairs.class::isInstance))
                .hasSize(1);
    }

    @Test
    void shouldSayHelloAgainUntilTimeIsOver() {
        a.tick(0);
        for (nowNs = 0; a.link.state() == LinkState.HANDSHAKING; nowNs += MS) {
            a.tick(nowNs);
        }
        assertThat(a.sent).hasSizeBetween(8, 20);
        assertThat(a.link.reason().cause()).isEqualTo(Cause.TIMED_OUT);
        assertThat(a.living).isEmpty();
    }

    @Test
    void shouldLeaveAtOnceWhenASendIsOverdue() {
        bringUp();
        long epoch = a.laneEpoch;
        a.effects.clear();
        a.event(new LinkEvent.SendOverdue(epoch, "lane 0"), nowNs);
        assertThat(a.effects.stream().map(e -> e.getClass().getSimpleName()))
                .containsExactly(
                        "MoveTrafficToUdp",
                        "RepeatStatusMessages",
                        "SendDatagram",
                        "DestroyQueuePairs",
                        "Report");
        exchange();
        assertThat(b.link.state()).isEqualTo(LinkState.DOWN);
        assertThat(b.link.reason().cause()).isEqualTo(Cause.SEND_OVERDUE);
        comeBack();
        assertThat(a.laneEpoch).isEqualTo(b.laneEpoch).isGreaterThan(epoch);
    }

    @Test
    void shouldIgnoreWhatHappensToAnOldEpoch() {
        bringUp();
        a.event(new LinkEvent.VerbFailed(a.laneEpoch - 1, "late"), nowNs);
        a.event(new LinkEvent.SendOverdue(a.laneEpoch - 1, "late"), nowNs);
        assertThat(a.link.state()).isEqualTo(LinkState.UP);
    }

    @Test
    void shouldDoubtASilentPeerAndBelieveItAgain() {
        bringUp();
        nowNs += 26 * MS;
        a.tick(nowNs);
        assertThat(a.link.state()).isEqualTo(LinkState.SUSPECT);
        assertThat(a.laneEpoch).isZero();
        assertThat(a.keepAliveEpoch).isEqualTo(a.link.epoch());
        for (int i = 0; i < 3; i++) {
            a.link.heard(a.link.epoch(), nowNs);
        }
        a.tick(nowNs);
        assertThat(a.link.state()).isEqualTo(LinkState.UP);
    }

    @Test
    void shouldGiveUpAPeerThatStaysSilent() {
        bringUp();
        a.tick(nowNs + 26 * MS);
        a.tick(nowNs + 300 * MS);
        assertThat(a.link.state()).isEqualTo(LinkState.DOWN);
        assertThat(a.link.reason().cause()).isEqualTo(Cause.SILENT);
        assertThat(a.living).isEmpty();
    }

    @Test
    void shouldDoubtADamagedLane() {
        bringUp();
        for (int i = 0; i < 8; i++) {
            assertThat(a.link.state()).isEqualTo(LinkState.UP);
            a.link.checksumFailed(a.laneEpoch, nowNs);
            a.tick(nowNs);
        }
        assertThat(a.link.state()).isEqualTo(LinkState.SUSPECT);
        assertThat(a.link.reason().cause()).isEqualTo(Cause.CHECKSUMS);
    }

    @Test
    void shouldBearADamagedSlotNowAndThen() {
        bringUp();
        for (int i = 0; i < 100; i++) {
            nowNs += 200 * MS;
            a.link.heard(a.laneEpoch, nowNs);
            a.link.checksumFailed(a.laneEpoch, nowNs);
            a.tick(nowNs);
            assertThat(a.link.state()).isEqualTo(LinkState.UP);
        }
    }

    @Test
    void shouldKeepAnIdleLinkAlive() {
        bringUp();
        a.tick(nowNs + 4 * MS);
        assertThat(a.keepAliveEpoch).isZero();
        a.tick(nowNs + 5 * MS);
        assertThat(a.keepAliveEpoch).isEqualTo(a.laneEpoch);
    }

    @Test
    void shouldAskForARestartWhenTheDeviceIsQuarantined() {
        bringUp();
        a.event(new LinkEvent.DeviceQuarantined("rdma_en2 hangs"), nowNs);
        a.event(new LinkEvent.DeviceQuarantined("rdma_en2 hangs"), nowNs);
        a.event(new LinkEvent.PortUp(), nowNs);
        assertThat(a.effects.stream().filter(LinkEffect.AskForDriverRestart.class::isInstance))
                .hasSize(1);
        exchange();
        b.tick(nowNs + 10_000 * MS);
        exchange();
        assertThat(b.link.reason().cause()).isEqualTo(Cause.QUARANTINED);
    }

    @Test
    void shouldWaitForThePort() {
        bringUp();
        a.event(new LinkEvent.PortDown(), nowNs);
        exchange();
        a.tick(nowNs + 60_000 * MS);
        assertThat(a.link.state()).isEqualTo(LinkState.DOWN);
        a.event(new LinkEvent.PortUp(), nowNs);
        a.tick(nowNs);
        exchange();
        assertThat(a.link.state()).isEqualTo(LinkState.UP);
    }

    @Test
    void shouldStayOnUdpWhenTheDeviceIsFull() {
        a.answersVerbs = false;
        a.tick(0);
        exchange();
        a.event(new LinkEvent.QueuePairsFailed(a.link.epoch(), true, "EBUSY"), 0);
        assertThat(a.link.reason().cause()).isEqualTo(Cause.BUSY);
        assertThat(a.effects).contains(new LinkEffect.DestroyQueuePairs(a.link.epoch()));
        assertThat(b.link.state()).isEqualTo(LinkState.DOWN);
    }

    @Test
    void shouldNotOutgrowTheDeviceWhileOldQueuePairsDie() {
        a.answersVerbs = false;
        for (int i = 0; i < 100; i++) {
            nowNs += 10_000 * MS;
            a.tick(nowNs);
            exchange();
            a.event(new LinkEvent.VerbFailed(a.link.epoch(), "EIO"), nowNs);
        }
        assertThat(a.queuePairsMost).isEqualTo(8);
        assertThat(a.link.reason().cause()).isEqualTo(Cause.BUSY);
    }

    @Test
    void shouldShowThatShapesDiffer() {
        List<LaneShape> others = List.of(new LaneShape(4096, 64));
        LinkNode other = new LinkNode(new LinkIdentity("b", "a", 0), LinkNode.SECRET, others, 3, 0);
        a.tick(0);
        exchange(a, other);
        assertThat(a.link.reason().toString()).contains("OTHER_SHAPES", "64x4096", "32x32768");
        assertThat(a.living).isEmpty();
    }

    @Test
    void shouldGetNowhereWithoutTheSecret() {
        LinkNode stranger =
                new LinkNode(new LinkIdentity("b", "a", 0), OTHER_SECRET, LinkNode.SHAPES, 3, 0);
        stranger.tick(0);
        a.tick(0);
        exchange(a, stranger);
        assertThat(a.living).isEmpty();
        assertThat(stranger.living).isEmpty();
        assertThat(a.link.refusals().count(Refusal.BAD_MAC)).isEqualTo(1);
    }

    @Test
    void shouldGetNowhereWithARecordedSession() {
        bringUp();
        String before = b.link.toString();
        recordedOfA.forEach(datagram -> b.datagram(datagram, nowNs));
        assertThat(b.link.toString()).isEqualTo(before);
        b.event(new LinkEvent.SendOverdue(b.laneEpoch, ""), nowNs);
        b.effects.clear();
        recordedOfA.forEach(datagram -> b.datagram(datagram, nowNs));
        LinkNode restarted = LinkNode.b(99);
        recordedOfA.forEach(datagram -> restarted.datagram(datagram, nowNs));
        assertThat(b.link.state()).isEqualTo(LinkState.DOWN);
        assertThat(b.effects).hasOnlyElementsOfType(LinkEffect.SendDatagram.class);
        assertThat(restarted.effects).hasOnlyElementsOfType(LinkEffect.SendDatagram.class);
        assertThat(restarted.link.refusals().count(Refusal.STALE_NONCE)).isPositive();
    }

    @Test
    void shouldRefuseItsOwnMessages() {
        a.tick(0);
        ByteBuffer own = a.takeSent().getFirst();
        a.datagram(own, 0);
        assertThat(a.link.refusals().count(Refusal.REFLECTED)).isEqualTo(1);
        assertThat(a.sent).isEmpty();
    }

    @Test
    void shouldAnswerEachDuplicateWithoutHarm() {
        bringUp();
        long epoch = a.laneEpoch;
        List<ByteBuffer> all = List.copyOf(recordedOfA);
        all.forEach(datagram -> b.datagram(datagram, nowNs));
        exchange();
        assertThat(a.laneEpoch).isEqualTo(b.laneEpoch).isEqualTo(epoch);
    }

    @Test
    void shouldFollowAPeerThatWasRestarted() {
        bringUp();
        long epoch = b.laneEpoch;
        LinkNode restarted = LinkNode.a(5);
        restarted.tick(nowNs);
        exchange(restarted, b);
        assertThat(restarted.laneEpoch).isEqualTo(b.laneEpoch).isGreaterThan(epoch);
        assertThat(b.living).containsExactly(b.laneEpoch);
    }

    @Test
    void shouldSayWhichLinkADatagramIsFor() {
        assertThat(Link.addressee(hello())).contains(new LinkIdentity("b", "a", 0));
        assertThat(Link.addressee(ByteBuffer.allocate(200))).isEmpty();
    }

    @Test
    void shouldHideTheKeyAndGrowEpochs() {
        assertThat(HandshakeKey.of(OTHER_SECRET)).hasToString("HandshakeKey[hidden]");
        EpochSource epochs = EpochSource.ofWallClock(() -> 100);
        assertThat(epochs.next(5)).isEqualTo(100);
        assertThat(epochs.next(5)).isEqualTo(101);
        assertThat(epochs.next(500)).isEqualTo(501);
    }

    @Test
    void shouldRefuseTimingsThatDoNotFit() {
        assertThatThrownBy(() -> new LinkOptions.KeepAlive(10, 19, 100, 3, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two intervals");
    }

    private static ByteBuffer hello() {
        LinkNode other = LinkNode.a(7);
        other.tick(0);
        return other.takeSent().getFirst();
    }

    private void bringUp() {
        a.tick(nowNs);
        exchange();
        assertThat(a.link.state()).isEqualTo(LinkState.UP);
        assertThat(b.link.state()).isEqualTo(LinkState.UP);
    }

    private void comeBack() {
        nowNs += 10_000 * MS;
        bringUp();
    }

    private void exchange() {
        exchange(a, b);
    }

    private void exchange(LinkNode one, LinkNode other) {
        while (!one.sent.isEmpty() || !other.sent.isEmpty()) {
            for (ByteBuffer datagram : one.takeSent()) {
                recordedOfA.add(datagram);
                other.datagram(datagram, nowNs);
            }
            other.takeSent().forEach(datagram -> one.datagram(datagram, nowNs));
        }
    }
}
