package org.boltmesh.driver.lane;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.VerbsException;

/**
 * One queue pair in one epoch of a link, with rings of equal slots in both directions. The device
 * thread makes the objects beneath and closes them; all else belongs to the thread that polls. Two
 * steps bring it up: {@link #postReceives}, then, when the peer has said over IP that it has done
 * the same, {@link #open}. It never comes back after {@link #stop} or a failure: the next epoch has
 * a lane of its own. Allocates nothing per message.
 *
 * <p>Posting and polling throw {@link VerbsException} if a verb fails; whatever arrives, nothing is
 * thrown for it.
 */
public final class Lane {
    private static final long SEND_BIT = 1L << 32;

    private final QueuePair pair;
    private final LaneCounters counters = new LaneCounters();
    private final LaneSize size;
    private final LaneSender sender;
    private final LaneReceiver receiver;
    private boolean stopped;
    private boolean failed;
    private CompletionStatus failure = CompletionStatus.SUCCESS;

    /**
     * Over a queue pair that receives already, which nobody else posts to or polls.
     *
     * @param region of {@link LaneSize#memoryBytes} at least
     */
    public Lane(QueuePair pair, MemoryRegion region, LaneSettings settings) {
        this.pair = pair;
        this.size = settings.size();
        this.sender = new LaneSender(pair, region, settings, counters);
        this.receiver = new LaneReceiver(pair, region, settings, counters);
    }

    static long sendId(int slot) {
        return SEND_BIT | slot;
    }

    /**
     * Posts all receives, once.
     *
     * @return the window to announce to the peer over IP; it may be smaller than wanted, if the
     *     device takes fewer
     */
    public int postReceives() {
        return receiver.postAll();
    }

    /**
     * The peer has posted its receives, and said so over IP.
     *
     * @param peerWindow what its {@link #postReceives} returned
     */
    public void open(int peerWindow) {
        if (peerWindow < 0 || peerWindow > size.windowSlots()) {
            throw new IllegalArgumentException(
                    "the peer's window of %d messages, want 0 to %d"
                            .formatted(peerWindow, size.windowSlots()));
        }
        if (!stopped && !failed) {
            sender.open(peerWindow);
        }
    }

    /**
     * Sends a copy of a datagram.
     *
     * @param source endpoint of this side, at most {@link SlotHeader#ENDPOINT_MAX}
     * @param destination endpoint of the other side
     */
    public SendResult offer(
            SlotKind kind,
            int source,
            int destination,
            DirectBuffer datagram,
            int offset,
            int lengthBytes,
            long nowNs) {
        return sender.offer(kind, source, destination, datagram, offset, lengthBytes, nowNs);
    }

    /** Sends a copy of what is between position and limit, and leaves both where they are. */
    public SendResult offer(
            SlotKind kind, int source, int destination, ByteBuffer datagram, long nowNs) {
        return sender.offer(kind, source, destination, datagram, nowNs);
    }

    int queuePairNumber() {
        return pair.number();
    }

    /** Posts what the device did not take before. */
    void postAgain() {
        receiver.postAgain();
    }

    /** A SEND completed. */
    void onSent(long workRequestId, long nowNs) {
        if (!sender.onSent((int) (workRequestId ^ SEND_BIT), nowNs)) {
            fail(CompletionStatus.GENERAL_ERR);
        }
    }

    /** A RECV completed. */
    void onReceived(long workRequestId, int lengthBytes, LaneHandler handler) {
        if (workRequestId < 0 || workRequestId >= size.slots()) {
            fail(CompletionStatus.GENERAL_ERR);
        } else if (!failed && !stopped) {
            receiver.onReceived((int) workRequestId, lengthBytes, handler);
        }
    }

    /** Nothing more has completed. */
    void onQuiet(long nowNs) {
        receiver.credits().onQuiet(nowNs);
    }

    /** Whether the oldest SEND is overdue, which is all that shows a dead peer. */
    public boolean isOverdue(long nowNs) {
        return sender.deadline().isOverdue(nowNs);
    }

    /** Whether a work request failed; the link has to go down. */
    public boolean hasFailed() {
        return failed;
    }

    /** How the first work request failed; SUCCESS if none did, or none that is known. */
    public CompletionStatus failure() {
        return failure;
    }

    /** From now on nothing is sent or received, and the device thread may close what is beneath. */
    public void stop() {
        stopped = true;
        sender.stop();
        receiver.stop();
        pair.retire();
    }

    public LaneSize size() {
        return size;
    }

    public LaneCounters counters() {
        return counters;
    }

    /** Messages of the other side that were passed over and have not come late either. */
    public long missing() {
        return receiver.sequences().missing();
    }

    /** Messages that were taken after others that were sent later. */
    public long late() {
        return receiver.sequences().late();
    }

    /** SENDs that have not completed. */
    public int outstandingSends() {
        return sender.deadline().outstanding();
    }

    SendCredits sendCredits() {
        return sender.credits();
    }

    ReceiveCredits receiveCredits() {
        return receiver.credits();
    }

    /** A work request failed, or what is told of one cannot be. */
    void fail(CompletionStatus status) {
        if (!failed) {
            failed = true;
            failure = status;
            sender.stop();
        }
    }
}
