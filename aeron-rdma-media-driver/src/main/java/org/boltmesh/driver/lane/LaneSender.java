package org.boltmesh.driver.lane;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.SendDeadline;

/**
 * The sending half of a lane: copies a datagram into a free slot, seals it and posts it. Belongs to
 * the thread that posts to the queue pair. Allocates nothing per message.
 */
final class LaneSender {
    private static final int DATA_FIRST = 0;

    private final QueuePair pair;
    private final MemoryRegion region;
    private final SlotMemory memory;
    private final LaneSize size;
    private final Manners manners;
    private final long epoch;
    private final LaneCounters counters;
    private final SlotPool[] pools = new SlotPool[SlotKind.COUNT];
    private final SlotHeader header = new SlotHeader();
    private final SendCredits credits = new SendCredits();
    private final SendDeadline deadline;
    private boolean open;

    LaneSender(QueuePair pair, MemoryRegion region, LaneSettings settings, LaneCounters counters) {
        this.pair = pair;
        this.region = region;
        this.size = settings.size();
        this.manners = settings.manners();
        this.epoch = settings.epoch();
        this.counters = counters;
        this.memory = SlotMemory.of(region, 0, size);
        this.deadline = new SendDeadline(size.slots(), settings.sendDeadlineNs());
        int controlFirst = DATA_FIRST + size.windowSlots();
        int limitsFirst = controlFirst + size.controlSlots();
        pools[SlotKind.DATA.code()] = new SlotPool(DATA_FIRST, size.windowSlots());
        pools[SlotKind.CONTROL.code()] = new SlotPool(controlFirst, size.controlSlots());
        pools[SlotKind.LIMITS.code()] = new SlotPool(limitsFirst, LaneSize.LIMITS_SLOTS);
    }

    SendCredits credits() {
        return credits;
    }

    SendDeadline deadline() {
        return deadline;
    }

    void open(int peerWindow) {
        credits.open(peerWindow);
        open = true;
    }

    void stop() {
        open = false;
    }

    SendResult offer(
            SlotKind kind,
            int source,
            int destination,
            DirectBuffer datagram,
            int offset,
            int lengthBytes,
            long nowNs) {
        SendResult refusal = refusal(kind, lengthBytes);
        if (refusal == SendResult.SENT) {
            int slot = pool(kind).next();
            memory.buffer().putBytes(memory.payloadOffset(slot), datagram, offset, lengthBytes);
            header.wrap(memory.buffer(), memory.offset(slot)).endpoints(source, destination);
            return counted(post(kind, slot, lengthBytes, nowNs));
        }
        return counted(refusal);
    }

    /** Offers what is between position and limit, and leaves both where they are. */
    SendResult offer(SlotKind kind, int source, int destination, ByteBuffer datagram, long nowNs) {
        int lengthBytes = datagram.remaining();
        SendResult refusal = refusal(kind, lengthBytes);
        if (refusal == SendResult.SENT) {
            int slot = pool(kind).next();
            memory.buffer()
                    .putBytes(
                            memory.payloadOffset(slot), datagram, datagram.position(), lengthBytes);
            header.wrap(memory.buffer(), memory.offset(slot)).endpoints(source, destination);
            return counted(post(kind, slot, lengthBytes, nowNs));
        }
        return counted(refusal);
    }

    private SlotPool pool(SlotKind kind) {
        return pools[kind.code()];
    }

    /** Why a message cannot be sent now; SENT if it can. */
    private SendResult refusal(SlotKind kind, int lengthBytes) {
        if (!open) {
            return SendResult.NOT_OPEN;
        }
        if (lengthBytes > size.payloadMaxBytes()) {
            return SendResult.TOO_LONG;
        }
        if (kind == SlotKind.DATA && !credits.isAvailable()) {
            return SendResult.NO_CREDIT;
        }
        return pool(kind).isEmpty() ? SendResult.NO_SLOT : SendResult.SENT;
    }

    private SendResult post(SlotKind kind, int slot, int lengthBytes, long nowNs) {
        header.mark()
                .kind(kind)
                .payloadBytes(lengthBytes)
                .epoch(epoch)
                .sequence(credits.next())
                .checksum(memory.checksum(slot, lengthBytes));
        int wireBytes = size.wireBytes(manners, lengthBytes);
        if (!pair.postSend(Lane.sendId(slot), region, memory.offset(slot), wireBytes)) {
            return SendResult.NO_SLOT;
        }
        pool(kind).take();
        credits.onPosted();
        deadline.onPosted(nowNs);
        counters.onSent(lengthBytes, size.paddingBytes(manners, lengthBytes));
        return SendResult.SENT;
    }

    private SendResult counted(SendResult result) {
        counters.onOffer(result);
        return result;
    }

    /**
     * A SEND completed.
     *
     * @return false if it was not the one to complete next, after which nothing can be relied on
     */
    boolean onSent(int slot, long nowNs) {
        for (SlotPool pool : pools) {
            if (pool.giveBack(slot)) {
                credits.onCompleted();
                deadline.onCompleted(nowNs);
                return true;
            }
        }
        return false;
    }
}
