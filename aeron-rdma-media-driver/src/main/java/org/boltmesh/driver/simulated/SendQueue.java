package org.boltmesh.driver.simulated;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.jspecify.annotations.Nullable;

/**
 * The SENDs of a queue pair, in order: posted, then on the link, then delivered, then completed.
 * Belongs to the thread that posts and polls.
 */
final class SendQueue {
    /** How long a message waits for the next one that is to overtake it. */
    private static final long HOLD_NS = 1_000_000;

    private static final int LOST = 1;
    private static final int DUPLICATED = 2;
    private static final int HELD = 4;
    private static final int DELIVERED = 8;

    private final Station station;
    private final Wire wire;
    private final CableMemory cable;
    private final Side side;
    private final int mask;
    private final long[] workRequests;
    private final @Nullable SimulatedRegion[] regions;
    private final long[] offsets;
    private final int[] lengths;
    private final long[] arrivalsNs;
    private final long[] damagedBits;
    private final int[] flags;
    private long completed;
    private long delivered;
    private long scheduled;
    private long posted;
    private int reserved;
    private int units;
    private boolean failed;

    SendQueue(Station station, Wire wire, int depth) {
        this.station = station;
        this.wire = wire;
        this.cable = wire.link().memory();
        this.side = wire.link().side();
        int capacity = BitUtil.findNextPositivePowerOfTwo(Math.max(1, depth));
        this.mask = capacity - 1;
        this.workRequests = new long[capacity];
        this.regions = new @Nullable SimulatedRegion[capacity];
        this.offsets = new long[capacity];
        this.lengths = new int[capacity];
        this.arrivalsNs = new long[capacity];
        this.damagedBits = new long[capacity];
        this.flags = new int[capacity];
    }

    /** Whether no SEND waits for its completion. */
    boolean isEmpty() {
        return completed == posted;
    }

    /** What of the queue's depth is taken. */
    int units() {
        return units;
    }

    /** Takes a SEND, which gets its time on the link at once where nothing is in its way. */
    void post(long workRequest, SimulatedRegion region, long offset, int lengthBytes) {
        int index = (int) posted & mask;
        workRequests[index] = workRequest;
        regions[index] = region;
        offsets[index] = offset;
        lengths[index] = lengthBytes;
        flags[index] = 0;
        units += station.rules().units(lengthBytes);
        posted++;
        if (!failed && wire.isUp()) {
            schedule(station.clock().getAsLong());
        }
    }

    /**
     * Does what the hardware would have done by now.
     *
     * @return false if a SEND failed, of which the queue pair dies
     */
    boolean advance() {
        if (completed == posted || failed || !wire.isUp()) {
            return !failed;
        }
        long nowNs = station.clock().getAsLong();
        if (scheduled < posted) {
            schedule(nowNs);
        }
        deliver(nowNs);
        return !failed;
    }

    private void schedule(long nowNs) {
        boolean needsCredit = station.rules().isThunderbolt();
        long credits = needsCredit ? wire.credits() - reserved : 2;
        while (scheduled < posted && credits > 0 && reserveLink(nowNs)) {
            int index = (int) scheduled & mask;
            if (cable.hasFaults()) {
                drawFaults(index, credits > 1);
            }
            int taken = receives(flags[index]);
            reserved += taken;
            credits -= needsCredit ? taken : 0;
            scheduled++;
        }
    }

    /** Gives the next message its time on the link; false if others have it for too long yet. */
    private boolean reserveLink(long nowNs) {
        int index = (int) scheduled & mask;
        long transferNs = LinkTiming.transferNs(lengths[index], cable.bandwidthBytesPerSecond());
        long startNs = nowNs;
        while (transferNs > 0) {
            long freeNs = cable.linkFreeNs(side);
            if (!LinkTiming.mayReserve(nowNs, freeNs)) {
                return false;
            }
            startNs = LinkTiming.startNs(nowNs, freeNs);
            if (cable.reserve(side, freeNs, startNs + transferNs)) {
                break;
            }
        }
        arrivalsNs[index] = startNs + transferNs + cable.latencyNs();
        damagedBits[index] = Wire.UNDAMAGED;
        return true;
    }

    private void drawFaults(int index, boolean mayDuplicate) {
        long message = cable.nextMessage(side);
        if (cable.draw(side, message, FaultDraw.Kind.LOSS)) {
            flags[index] |= LOST;
            return;
        }
        if (mayDuplicate && cable.draw(side, message, FaultDraw.Kind.DUPLICATION)) {
            flags[index] |= DUPLICATED;
        }
        if (cable.draw(side, message, FaultDraw.Kind.REORDERING)) {
            flags[index] |= HELD;
        }
        if (cable.draw(side, message, FaultDraw.Kind.DELAY)) {
            arrivalsNs[index] += cable.delayNs();
        }
        if (cable.draw(side, message, FaultDraw.Kind.DAMAGE)) {
            damagedBits[index] = cable.damagedBit(side, message, lengths[index]);
        }
    }

    private static int receives(int flags) {
        if ((flags & LOST) != 0) {
            return 0;
        }
        return (flags & DUPLICATED) != 0 ? 2 : 1;
    }

    private void deliver(long nowNs) {
        while (delivered < scheduled && isDue(delivered, nowNs)) {
            if (has(delivered, HELD) && !isHeldTooLong(nowNs)) {
                if (delivered + 1 == scheduled || !isDue(delivered + 1, nowNs)) {
                    return;
                }
                flags[(int) delivered & mask] &= ~HELD;
                if (!has(delivered + 1, HELD) && !deliverOne(delivered + 1)) {
                    return;
                }
            }
            if (!deliverOne(delivered)) {
                return;
            }
            while (delivered < scheduled && has(delivered, DELIVERED)) {
                delivered++;
            }
        }
    }

    private boolean isDue(long message, long nowNs) {
        return nowNs - arrivalsNs[(int) message & mask] >= 0;
    }

    private boolean isHeldTooLong(long nowNs) {
        return nowNs - arrivalsNs[(int) delivered & mask] >= HOLD_NS;
    }

    private boolean has(long message, int flag) {
        return (flags[(int) message & mask] & flag) != 0;
    }

    private boolean deliverOne(long message) {
        int index = (int) message & mask;
        int copies = receives(flags[index]);
        for (int copy = 0; copy < copies; copy++) {
            Wire.Delivery delivery =
                    wire.deliver(region(index), offsets[index], lengths[index], damagedBits[index]);
            if (delivery == Wire.Delivery.NO_SOURCE) {
                failed = true;
                return false;
            }
            if (delivery == Wire.Delivery.WAITING && copy == 0) {
                return false;
            }
        }
        reserved -= copies;
        flags[index] |= DELIVERED;
        return true;
    }

    private SimulatedRegion region(int index) {
        SimulatedRegion region = regions[index];
        if (region == null) {
            throw new IllegalStateException("no SEND at " + index);
        }
        return region;
    }

    /** Hands over what was delivered, at most {@code room}. */
    void complete(CompletionBatch batch, int room, int queuePairNumber) {
        for (int i = 0; i < room && completed < delivered; i++) {
            completeOne(batch, queuePairNumber, CompletionStatus.SUCCESS);
        }
    }

    /** Hands over the rest as failed: the queue pair is in state ERR. */
    void flush(CompletionBatch batch, int room, int queuePairNumber) {
        for (int i = 0; i < room && completed < posted; i++) {
            CompletionStatus status =
                    failed && completed == delivered
                            ? CompletionStatus.LOC_PROT_ERR
                            : CompletionStatus.WR_FLUSH_ERR;
            failed = failed && completed != delivered;
            completeOne(batch, queuePairNumber, status);
        }
    }

    private void completeOne(CompletionBatch batch, int queuePairNumber, CompletionStatus status) {
        int index = (int) completed & mask;
        batch.addSend(queuePairNumber, workRequests[index], status);
        units -= station.rules().units(lengths[index]);
        regions[index] = null;
        completed++;
        delivered = Math.max(delivered, completed);
        scheduled = Math.max(scheduled, completed);
    }

    void close() {
        Arrays.fill(regions, null);
        wire.close();
    }
}
