package org.boltmesh.driver.simulated;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.VerbsProvider;

/** A protection domain. Belongs to the device thread. */
final class SimulatedDomain implements VerbsProvider.Domain {
    private static final int CLAIM_ATTEMPTS = 100;
    private static final long CLAIM_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SimulatedContext context;
    private final SimulatedDevice device;
    private int users;
    private boolean closed;

    SimulatedDomain(SimulatedContext context) {
        this.context = context;
        this.device = context.device();
    }

    SimulatedDevice device() {
        return device;
    }

    private void begin(Verb verb) {
        device.begin(verb);
        if (closed) {
            throw device.failure(verb, Errno.EINVAL, "wanted a domain that is not deallocated");
        }
    }

    @Override
    public VerbsProvider.Region registerRegion(MemorySegment memory, int access) {
        begin(Verb.REG_MR);
        Allocation allocation = context.allocationOf(memory);
        checkRegion(memory, access);
        int index =
                claim(() -> device.table().claimRegion(attributes().maxRegions(), owner()))
                        .orElseThrow(
                                () ->
                                        device.failure(
                                                Verb.REG_MR,
                                                Errno.ENOMEM,
                                                "got NULL: all %d regions of the device are held"
                                                        .formatted(attributes().maxRegions())));
        device.point(Verb.REG_MR);
        RegionSlot slot = device.table().region(index);
        slot.describe(allocation.fileNumber(), allocation.fileOffset(memory), memory.byteSize());
        device.point(Verb.REG_MR);
        long generation = device.table().nextGeneration();
        slot.publish(generation, RegionSlot.LIVE);
        device.point(Verb.REG_MR);
        users++;
        allocation.onRegistered();
        return new SimulatedRegion(
                this, allocation, memory, slot, RegionSlot.handle(index, generation));
    }

    private void checkRegion(MemorySegment memory, int access) {
        int page = context.pageBytes();
        if (memory.byteSize() == 0
                || memory.address() % page != 0
                || memory.byteSize() % page != 0) {
            throw device.failure(
                    Verb.REG_MR,
                    Errno.EFAULT,
                    "%d bytes at %x, want whole pages of %d"
                            .formatted(memory.byteSize(), memory.address(), page));
        }
        int wanted =
                device.station().rules().isThunderbolt()
                        ? VerbsProvider.Access.ALL
                        : VerbsProvider.Access.LOCAL_WRITE;
        if ((access & wanted) != wanted) {
            throw device.failure(
                    Verb.REG_MR, Errno.EINVAL, "access %d, want %d".formatted(access, wanted));
        }
    }

    @Override
    public VerbsProvider.Pair createQueuePair(
            VerbsProvider.Completions send, VerbsProvider.Completions receive, QueueDepths depths) {
        begin(Verb.CREATE_QP);
        SimulatedCompletions sendQueue = completions(send);
        SimulatedCompletions receiveQueue = completions(receive);
        checkDepth(depths.send());
        checkDepth(depths.receive());
        int index =
                claim(() -> device.table().claimQueuePair(attributes().maxQueuePairs(), owner()))
                        .orElseThrow(
                                () ->
                                        device.failure(
                                                Verb.CREATE_QP,
                                                Errno.EBUSY,
                                                "all %d queue pairs of the device are held"
                                                        .formatted(attributes().maxQueuePairs())));
        device.point(Verb.CREATE_QP);
        QueuePairSlot slot = device.table().queuePair(index);
        long generation = device.table().nextGeneration();
        slot.begin(DeviceTable.number(index, generation));
        device.point(Verb.CREATE_QP);
        slot.publish(generation, QueuePairSlot.RESET);
        device.point(Verb.CREATE_QP);
        users++;
        return new SimulatedPair(this, slot, sendQueue, receiveQueue, depths);
    }

    private SimulatedCompletions completions(VerbsProvider.Completions completions) {
        if (completions instanceof SimulatedCompletions ours && ours.isUsable(context)) {
            return ours;
        }
        throw device.failure(
                Verb.CREATE_QP, Errno.EINVAL, "wanted completion queues of the same open device");
    }

    private void checkDepth(int depth) {
        if (depth < 0 || depth > attributes().maxQueueDepth()) {
            throw device.failure(
                    Verb.CREATE_QP,
                    Errno.EINVAL,
                    "depth %d, want 0..%d".formatted(depth, attributes().maxQueueDepth()));
        }
    }

    /** Claims a slot; when all are taken it waits a little for those of the dead to be freed. */
    private Optional<Integer> claim(Supplier<Optional<Integer>> attempt) {
        Optional<Integer> claimed = attempt.get();
        for (int i = 0; i < CLAIM_ATTEMPTS && claimed.isEmpty() && isSomeDead(); i++) {
            LockSupport.parkNanos(CLAIM_PERIOD_NS);
            claimed = attempt.get();
        }
        // Another's reaper may have freed the last of them in the meantime.
        return claimed.or(attempt);
    }

    private boolean isSomeDead() {
        return device.reaper().reap()
                || device.table().slots().anyMatch(slot -> slot.state() == Slot.ABANDONED);
    }

    private DeviceAttributes attributes() {
        return device.station().rules().attributes();
    }

    private long owner() {
        return device.station().owner().id();
    }

    void onChildClosed() {
        users--;
    }

    @Override
    public void close() {
        device.beginClosing(Verb.DEALLOC_PD);
        if (closed || users > 0) {
            throw device.failure(
                    Verb.DEALLOC_PD,
                    closed ? Errno.EINVAL : Errno.EBUSY,
                    "wanted to deallocate a domain without objects, it %s"
                            .formatted(closed ? "is deallocated" : "has " + users));
        }
        closed = true;
        context.onChildClosed();
    }
}
