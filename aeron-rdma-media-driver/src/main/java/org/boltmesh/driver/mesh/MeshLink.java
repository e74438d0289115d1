package org.boltmesh.driver.mesh;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.lane.LaneHandler;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotHeader;
import org.boltmesh.driver.lane.SlotKind;
import org.boltmesh.driver.link.Link;
import org.boltmesh.driver.link.LinkEffect;
import org.boltmesh.driver.link.LinkEvent;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link to a peer over one cable: carries out what its state machine wants, and polls its lanes.
 * Owned by the driver's loop. Sending and receiving allocate nothing.
 */
final class MeshLink {
    private static final Logger LOG = LoggerFactory.getLogger(MeshLink.class);

    private final Link link;
    private final MeshCable cable;
    private final PeerLinks peer;
    private final MeshDevice device;
    private final MeshContext context;
    private final RandomGenerator packetNumbers;
    private final NavigableMap<Long, CompletableFuture<EpochObjects>> objects = new TreeMap<>();
    private final LaneHandler handler = this::onDatagram;
    private final LinkTotals totals = new LinkTotals();
    private @Nullable LaneGroup group;
    private boolean wantsRestart;

    MeshLink(
            Link link,
            MeshCable cable,
            PeerLinks peer,
            MeshDevice device,
            MeshContext context,
            RandomGenerator packetNumbers) {
        this.link = link;
        this.cable = cable;
        this.peer = peer;
        this.device = device;
        this.context = context;
        this.packetNumbers = packetNumbers;
    }

    MeshCable cable() {
        return cable;
    }

    MeshDevice device() {
        return device;
    }

    boolean isUp() {
        return link.state() == LinkState.UP;
    }

    /** Whether only a new process gets its device back. */
    boolean wantsRestart() {
        return wantsRestart;
    }

    LinkStatus status() {
        return new LinkStatus(
                peer.node(),
                cable.number(),
                cable.device(),
                link.state(),
                link.reason().toString(),
                link.epoch(),
                totals.snapshot(group == null ? List.of() : List.of(group), link.refusals()));
    }

    /** Offers what is between position and limit, and leaves both where they are. */
    SendResult offer(SlotKind kind, int lane, int source, int destination, ByteBuffer datagram) {
        LaneGroup lanes = group;
        if (lanes == null || !link.maySend(lanes.epoch())) {
            return SendResult.NOT_OPEN;
        }
        int lengthBytes = datagram.remaining();
        try {
            return noted(
                    lanes.lanes()
                            .lane(lane)
                            .offer(kind, source, destination, datagram, context.nowNs()),
                    lengthBytes);
        } catch (VerbsException e) {
            onVerbFailed(lanes.epoch(), e);
            return SendResult.NOT_OPEN;
        }
    }

    /** By the lane of the smallest slots. */
    SendResult offerSmall(int source, int destination, DirectBuffer datagram, int lengthBytes) {
        LaneGroup lanes = group;
        if (lanes == null || !link.maySend(lanes.epoch())) {
            return SendResult.NOT_OPEN;
        }
        try {
            return noted(
                    lanes.lanes()
                            .lane(0)
                            .offer(
                                    SlotKind.CONTROL,
                                    source,
                                    destination,
                                    datagram,
                                    0,
                                    lengthBytes,
                                    context.nowNs()),
                    lengthBytes);
        } catch (VerbsException e) {
            onVerbFailed(lanes.epoch(), e);
            return SendResult.NOT_OPEN;
        }
    }

    private SendResult noted(SendResult result, int lengthBytes) {
        if (result == SendResult.SENT) {
            totals.onSent(lengthBytes);
        }
        return result;
    }

    /** Polls the lanes, and then lets time pass; returns how much work there was. */
    int work(long nowNs) {
        long framesBefore = totals.receivedFrames();
        LaneGroup lanes = group;
        if (lanes != null) {
            poll(lanes, nowNs);
        }
        List<LinkEffect> effects = link.onTick(nowNs);
        if (!effects.isEmpty()) {
            apply(effects);
        }
        return (int) (totals.receivedFrames() - framesBefore);
    }

    private void poll(LaneGroup lanes, long nowNs) {
        try {
            if (lanes.poll(handler, nowNs) > 0) {
                note(lanes, nowNs);
            }
        } catch (VerbsException e) {
            onVerbFailed(lanes.epoch(), e);
            return;
        }
        if (lanes.lanes().hasFailed()) {
            onEvent(new LinkEvent.VerbFailed(lanes.epoch(), "a work request failed"));
        } else if (lanes.lanes().isOverdue(nowNs)) {
            onEvent(new LinkEvent.SendOverdue(lanes.epoch(), "a send did not complete in time"));
        }
    }

    private void note(LaneGroup lanes, long nowNs) {
        for (long fresh = lanes.newLimits(); fresh > 0; fresh--) {
            link.heard(lanes.epoch(), nowNs);
        }
        for (long fresh = lanes.newDamaged(); fresh > 0; fresh--) {
            link.checksumFailed(lanes.epoch(), nowNs);
        }
    }

    private void onVerbFailed(long epoch, VerbsException failure) {
        onEvent(new LinkEvent.VerbFailed(epoch, String.valueOf(failure.getMessage())));
    }

    private void onDatagram(SlotHeader header, UnsafeBuffer buffer, int offset, int lengthBytes) {
        long epoch = header.epoch();
        if (!link.mayReceive(epoch)) {
            totals.onStray();
            return;
        }
        link.heard(epoch, context.nowNs());
        totals.onReceived(lengthBytes);
        if (!peer.onDatagram(header, buffer, offset, lengthBytes)) {
            totals.onStray();
        }
        totals.onForeign(peer.takeForeignEntries());
    }

    /** A handshake's datagram for this link. */
    void onHandshake(ByteBuffer datagram) {
        apply(link.onDatagram(datagram, context.nowNs()));
    }

    void onEvent(LinkEvent event) {
        apply(link.onEvent(event, context.nowNs()));
    }

    /** Ends for good: tells the peer and gives everything back. */
    void close() {
        onEvent(new LinkEvent.ShutDown());
    }

    private void apply(List<LinkEffect> effects) {
        for (LinkEffect effect : effects) {
            apply(effect);
        }
    }

    private void apply(LinkEffect effect) {
        switch (effect) {
            case LinkEffect.SendDatagram send -> peer.sendHandshake(send.datagram());
            case LinkEffect.CreateQueuePairs create -> create(create.epoch());
            case LinkEffect.ConnectQueuePairs connect -> connect(connect.epoch(), connect.peers());
            case LinkEffect.PostReceives _ -> {} // follows connecting, which takes its time
            case LinkEffect.DestroyQueuePairs destroy -> destroy(destroy.epoch());
            case LinkEffect.MoveTrafficToLanes move -> open(move.epoch());
            case LinkEffect.MoveTrafficToUdp _ -> context.onRoutesChanged();
            case LinkEffect.RepeatStatusMessages _ -> context.repeatStatusMessages();
            case LinkEffect.SendKeepAlive keep -> keepAlive(keep.epoch());
            case LinkEffect.AskForDriverRestart _ -> wantsRestart = true;
            case LinkEffect.Report report -> report(report);
        }
    }

    private void report(LinkEffect.Report report) {
        LOG.info(
                "link to {} by {}: {} to {} ({})",
                peer.node(),
                cable.device(),
                report.from(),
                report.to(),
                report.reason());
    }

    private void create(long epoch) {
        String holder = "link to %s, epoch %d".formatted(peer.node(), epoch);
        CompletableFuture<EpochObjects> made =
                device.submit(
                        "ibv_create_qp",
                        open ->
                                EpochObjects.create(
                                        open, context.settings().sizes(), holder, packetNumbers));
        objects.put(epoch, made);
        context.loop()
                .whenDone(
                        made,
                        fresh ->
                                onEvent(new LinkEvent.QueuePairsCreated(epoch, fresh.asPeersSee())),
                        failure -> onEvent(notCreated(epoch, failure)));
    }

    private static LinkEvent notCreated(long epoch, Throwable failure) {
        boolean isBusy = failure instanceof VerbsException verbs && verbs.errno() == Errno.EBUSY;
        return new LinkEvent.QueuePairsFailed(epoch, isBusy, String.valueOf(failure.getMessage()));
    }

    private void connect(long epoch, List<RemoteQueuePair> peers) {
        CompletableFuture<EpochObjects> made = objects.get(epoch);
        if (made == null) {
            return;
        }
        context.loop()
                .whenDone(
                        device.submit("ibv_modify_qp", _ -> made.join().connect(peers)),
                        _ -> postReceives(epoch, made.join()),
                        failure ->
                                onEvent(
                                        new LinkEvent.VerbFailed(
                                                epoch, String.valueOf(failure.getMessage()))));
    }

    /** Queue pairs that are being destroyed by now are left alone. */
    private void postReceives(long epoch, EpochObjects made) {
        if (!objects.containsKey(epoch)) {
            return;
        }
        retireGroup();
        LaneGroup fresh = new LaneGroup(epoch, made, context.settings());
        group = fresh;
        try {
            if (fresh.postReceives()) {
                onEvent(new LinkEvent.ReceivesPosted(epoch));
            } else {
                onEvent(new LinkEvent.VerbFailed(epoch, "the device takes too few receives"));
            }
        } catch (VerbsException e) {
            onVerbFailed(epoch, e);
        }
    }

    private void open(long epoch) {
        LaneGroup lanes = group;
        if (lanes != null && lanes.epoch() == epoch) {
            lanes.open();
            context.onRoutesChanged();
            peer.announceAgain();
        }
    }

    private void keepAlive(long epoch) {
        LaneGroup lanes = group;
        if (lanes == null || lanes.epoch() != epoch) {
            return;
        }
        try {
            lanes.lanes().sendLimits(context.nowNs());
        } catch (VerbsException e) {
            onVerbFailed(epoch, e);
        }
    }

    private void retireGroup() {
        if (group != null) {
            group.stop();
            totals.add(group);
            group = null;
        }
    }

    /** The device thread does one thing after the other, so it has created what it destroys. */
    private void destroy(long epoch) {
        if (group != null && group.epoch() == epoch) {
            retireGroup();
        }
        CompletableFuture<EpochObjects> made = objects.remove(epoch);
        if (made == null) {
            onEvent(new LinkEvent.QueuePairsDestroyed(epoch));
            return;
        }
        context.loop()
                .whenDone(
                        device.submit("ibv_destroy_qp", _ -> closeIfMade(made)),
                        _ -> onEvent(new LinkEvent.QueuePairsDestroyed(epoch)),
                        failure -> onNotDestroyed(epoch, failure));
    }

    private static boolean closeIfMade(CompletableFuture<EpochObjects> made) {
        return made.isCompletedExceptionally() || made.join().close();
    }

    /** What a device keeps counts against it for good; a quarantined one is not asked again. */
    private void onNotDestroyed(long epoch, Throwable failure) {
        LOG.warn("queue pairs of epoch {} to {} are not destroyed", epoch, peer.node(), failure);
        if (!device.isQuarantined()) {
            onEvent(new LinkEvent.QueuePairsDestroyed(epoch));
        }
    }

    /** Lanes that still live; for tests and the end of the loop. */
    List<Long> epochsAlive() {
        return new ArrayList<>(objects.keySet());
    }
}
