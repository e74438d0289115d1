package org.boltmesh.driver.simulated;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/**
 * The way from a queue pair to the one it is connected to: what the hardware does with a message at
 * its end. Belongs to the thread that polls.
 */
final class Wire implements AutoCloseable {
    /** What became of a message. */
    enum Delivery {
        /** It is over: it arrived, made the RECV fail, or was dropped. */
        DONE,
        /** It has to wait, perhaps for ever. */
        WAITING,
        /** The sender's own region is gone. */
        NO_SOURCE
    }

    static final long UNDAMAGED = -1;

    // Of enum ibv_wc_status.
    private static final int SUCCESS = 0;
    private static final int LOC_LEN_ERR = 1;
    private static final int LOC_PROT_ERR = 4;

    private final Station station;
    private final Link link;
    private final QueuePairSlot own;
    private final int ownNumber;
    private final QueuePairSlot peer;
    private final int peerNumber;
    private final boolean reachesPeer;
    private final long epoch;
    private final PeerMemory memory;

    Wire(
            Station station,
            Link link,
            QueuePairSlot own,
            int ownNumber,
            RemoteQueuePair remote,
            long epoch) {
        this.station = station;
        this.link = link;
        this.own = own;
        this.ownNumber = ownNumber;
        this.peerNumber = remote.number();
        this.peer = link.far().queuePairOfNumber(peerNumber);
        this.reachesPeer = link.reaches(remote.gid());
        this.epoch = epoch;
        this.memory = new PeerMemory(station.folder(), link.far());
    }

    Link link() {
        return link;
    }

    /** Whether anything may go out: ordinary hardware sends into the void, too. */
    boolean isUp() {
        return !station.rules().isThunderbolt() || link.isActiveSince(epoch);
    }

    /** RECVs that wait for messages; with ordinary manners nobody asks. */
    long credits() {
        return isPeerReady() ? peer.posted() - peer.consumed() : 0;
    }

    private boolean isPeerReady() {
        return reachesPeer
                && station.rules().takesMessages(peer.state())
                && peer.number() == peerNumber
                && peer.isConnectedTo(ownNumber)
                && isCableUnchanged()
                && !peer.hasFailed();
    }

    private boolean isCableUnchanged() {
        return station.rules().isThunderbolt()
                ? peer.epoch() == epoch && link.isActiveSince(epoch)
                : link.isActive();
    }

    /** Whether the peer may be writing into this end's ring or memory just now. */
    boolean isPeerWriting() {
        return peer.pins() % 2 != 0;
    }

    /**
     * Takes a message to the peer's next RECV.
     *
     * @param damagedBit a bit of it to flip, or {@link #UNDAMAGED}
     */
    Delivery deliver(SimulatedRegion source, long offset, int lengthBytes, long damagedBit) {
        point();
        own.pin();
        try {
            point();
            return deliverPinned(source, offset, lengthBytes, damagedBit);
        } finally {
            own.unpin();
            point();
        }
    }

    private Delivery deliverPinned(
            SimulatedRegion source, long offset, int lengthBytes, long damagedBit) {
        if (!source.isOpen()) {
            return Delivery.NO_SOURCE;
        }
        if (credits() <= 0) {
            return station.rules().isThunderbolt() ? Delivery.WAITING : Delivery.DONE;
        }
        long receive = peer.consumed();
        if (!station.rules().fits(lengthBytes, peer.lengthBytes(receive))) {
            if (station.rules().isThunderbolt()) {
                fail(receive, LOC_LEN_ERR);
            }
            return Delivery.DONE;
        }
        MemorySegment target = memory.segment(peer.region(receive));
        if (target == null) {
            fail(receive, LOC_PROT_ERR);
            return Delivery.DONE;
        }
        long targetOffset = peer.offset(receive);
        copy(source.memory(), offset, target, targetOffset, lengthBytes);
        if (damagedBit != UNDAMAGED) {
            flip(target, targetOffset, damagedBit);
        }
        peer.complete(receive, SUCCESS, lengthBytes);
        point();
        peer.publishCompletion(receive);
        point();
        return Delivery.DONE;
    }

    private void fail(long receive, int status) {
        peer.complete(receive, status, 0);
        point();
        peer.publishCompletion(receive);
        point();
        peer.publishFailure();
    }

    private void copy(
            MemorySegment source,
            long sourceOffset,
            MemorySegment target,
            long targetOffset,
            int lengthBytes) {
        int half = station.faults().isArmed() ? lengthBytes / 2 : 0;
        if (half > 0) {
            MemorySegment.copy(source, sourceOffset, target, targetOffset, half);
            point();
        }
        MemorySegment.copy(
                source, sourceOffset + half, target, targetOffset + half, lengthBytes - half);
        point();
    }

    private static void flip(MemorySegment target, long offset, long bit) {
        long at = offset + bit / 8;
        byte value = target.get(ValueLayout.JAVA_BYTE, at);
        target.set(ValueLayout.JAVA_BYTE, at, (byte) (value ^ 1 << bit % 8));
    }

    private void point() {
        station.faults().point(Verb.POLL_CQ);
    }

    @Override
    public void close() {
        memory.close();
    }
}
