package org.boltmesh.driver.simulated;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortAttributes;
import org.boltmesh.driver.verbs.VerbsProvider;

/** An open device. Belongs to its device thread. */
final class SimulatedContext implements VerbsProvider.Context {
    private final SimulatedDevice device;
    private final int pageBytes;
    private final TreeMap<Long, Allocation> allocations = new TreeMap<>();
    private int users;
    private boolean closed;

    SimulatedContext(SimulatedDevice device, int pageBytes) {
        this.device = device;
        this.pageBytes = pageBytes;
    }

    SimulatedDevice device() {
        return device;
    }

    int pageBytes() {
        return pageBytes;
    }

    private void begin(Verb verb) {
        device.begin(verb);
        if (closed) {
            throw device.failure(verb, Errno.EINVAL, "wanted an open device, but it is closed");
        }
    }

    @Override
    public DeviceAttributes queryDevice() {
        begin(Verb.QUERY_DEVICE);
        return device.station().rules().attributes();
    }

    @Override
    public PortAttributes queryPort(int port) {
        begin(Verb.QUERY_PORT);
        device.checkPort(Verb.QUERY_PORT, port);
        return device.port();
    }

    @Override
    public Gid queryGid(int port, int index) {
        begin(Verb.QUERY_GID);
        device.checkPort(Verb.QUERY_GID, port);
        if (index < 0 || index >= Gids.TABLE_LENGTH) {
            throw device.failure(
                    Verb.QUERY_GID,
                    Errno.EINVAL,
                    "GID index %d, want 0..%d".formatted(index, Gids.TABLE_LENGTH - 1));
        }
        return device.gid(index);
    }

    @Override
    public VerbsProvider.Domain allocateDomain() {
        begin(Verb.ALLOC_PD);
        users++;
        return new SimulatedDomain(this);
    }

    @Override
    public VerbsProvider.Completions createCompletionQueue(int entries) {
        begin(Verb.CREATE_CQ);
        int max = device.station().rules().attributes().maxCompletions();
        if (entries < 1 || entries > max) {
            throw device.failure(
                    Verb.CREATE_CQ,
                    Errno.EINVAL,
                    "%d completions, want 1..%d".formatted(entries, max));
        }
        users++;
        return new SimulatedCompletions(this, entries);
    }

    void onChildClosed() {
        users--;
    }

    @Override
    public MemorySegment allocateMemory(long lengthBytes) {
        begin(Verb.MMAP);
        if (lengthBytes < 1 || lengthBytes > Long.MAX_VALUE - 2L * pageBytes) {
            throw device.failure(
                    Verb.MMAP, Errno.EINVAL, lengthBytes + " bytes of memory, want 1 or more");
        }
        long rounded = Math.ceilDiv(lengthBytes, (long) pageBytes) * pageBytes;
        Allocation allocation = Allocation.create(device, rounded, pageBytes);
        allocations.put(allocation.memory().address(), allocation);
        device.point(Verb.MMAP);
        return allocation.memory();
    }

    @Override
    public void freeMemory(MemorySegment memory) {
        device.beginClosing(Verb.MUNMAP);
        Allocation allocation = allocations.get(memory.address());
        if (allocation == null || allocation.memory().byteSize() != memory.byteSize()) {
            throw device.failure(
                    Verb.MUNMAP,
                    Errno.EINVAL,
                    "wanted to free %d bytes that are not allocated".formatted(memory.byteSize()));
        }
        allocation.free(device);
        allocations.remove(memory.address());
    }

    /** When nobody uses any of it any more. */
    void unmapAll() {
        allocations.values().forEach(Allocation::unmap);
        allocations.clear();
    }

    /** The allocation that memory is part of. */
    Allocation allocationOf(MemorySegment memory) {
        Map.Entry<Long, Allocation> floor = allocations.floorEntry(memory.address());
        if (floor == null || !floor.getValue().contains(memory)) {
            throw device.failure(
                    Verb.REG_MR,
                    Errno.EFAULT,
                    "%d bytes of memory that allocateMemory did not give"
                            .formatted(memory.byteSize()));
        }
        return floor.getValue();
    }

    /** Closes the device. Memory that was not freed goes with the provider. */
    @Override
    public void close() {
        device.beginClosing(Verb.CLOSE_DEVICE);
        if (closed || users > 0) {
            throw device.failure(
                    Verb.CLOSE_DEVICE,
                    closed ? Errno.EINVAL : Errno.EBUSY,
                    "wanted to close an open device without objects, it %s"
                            .formatted(closed ? "is closed" : "has " + users));
        }
        closed = true;
    }
}
