package org.boltmesh.driver.simulated;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The file of one device, which all processes share: its queue pairs and memory regions. */
final class DeviceTable implements AutoCloseable {
    static final int QUEUE_PAIRS_MAX = 64;
    static final int REGIONS_MAX = 1024;

    private static final long MAGIC = 0x424d_4445_5631_0001L;
    private static final int GONE = 8;
    private static final int GENERATION = 64;
    private static final long QUEUE_PAIRS = 4096;
    private static final long REGIONS =
            QUEUE_PAIRS + (long) QUEUE_PAIRS_MAX * QueuePairSlot.STRIDE_BYTES;
    private static final long RINGS = REGIONS + (long) REGIONS_MAX * RegionSlot.STRIDE_BYTES;
    private static final long LENGTH_BYTES = RINGS + QUEUE_PAIRS_MAX * QueuePairSlot.RING_BYTES;
    private static final int SLOT_BITS = 6;
    private static final int NUMBER_MASK = 0xFFFFFF;

    private final SharedMemory memory;
    private final List<QueuePairSlot> queuePairs;
    private final List<RegionSlot> regions;

    DeviceTable(Path folder, CableEnd end) {
        memory = SharedMemory.map(folder.resolve("device+" + end.fileName()), LENGTH_BYTES, MAGIC);
        queuePairs = IntStream.range(0, QUEUE_PAIRS_MAX).mapToObj(this::newQueuePair).toList();
        regions = IntStream.range(0, REGIONS_MAX).mapToObj(this::newRegion).toList();
    }

    private QueuePairSlot newQueuePair(int index) {
        return new QueuePairSlot(
                memory,
                QUEUE_PAIRS + (long) index * QueuePairSlot.STRIDE_BYTES,
                RINGS + index * QueuePairSlot.RING_BYTES);
    }

    private RegionSlot newRegion(int index) {
        return new RegionSlot(memory, REGIONS + (long) index * RegionSlot.STRIDE_BYTES);
    }

    boolean isGone() {
        return memory.getIntAcquire(GONE) != 0;
    }

    void gone(boolean gone) {
        memory.putIntRelease(GONE, gone ? 1 : 0);
    }

    /** A number that nothing in this table had before. */
    long nextGeneration() {
        return memory.getAndAdd(GENERATION, 1) + 1;
    }

    /**
     * The queue pair number of a slot in a generation: 24 bits that come again only after 262,143
     * others, and never one of those below 64, some of which are reserved.
     */
    static int number(int slot, long generation) {
        long above = generation % (NUMBER_MASK >>> SLOT_BITS) + 1;
        return (int) above << SLOT_BITS | slot;
    }

    QueuePairSlot queuePair(int index) {
        return queuePairs.get(index);
    }

    /** The slot in which a queue pair of this number would be. */
    QueuePairSlot queuePairOfNumber(int number) {
        return queuePairs.get(number & QUEUE_PAIRS_MAX - 1);
    }

    Stream<QueuePairSlot> queuePairs() {
        return queuePairs.stream();
    }

    RegionSlot region(int index) {
        return regions.get(index);
    }

    Stream<Slot> slots() {
        return Stream.concat(queuePairs.stream(), regions.stream());
    }

    int queuePairsHeld() {
        return (int) queuePairs.stream().filter(slot -> slot.owner() != 0).count();
    }

    int regionsHeld() {
        return (int) regions.stream().filter(slot -> slot.owner() != 0).count();
    }

    /** Claims one of the first {@code limit} queue pairs; the index, or none if all are taken. */
    Optional<Integer> claimQueuePair(int limit, long owner) {
        return claim(queuePairs, limit, owner);
    }

    /** Claims one of the first {@code limit} regions; the index, or none if all are taken. */
    Optional<Integer> claimRegion(int limit, long owner) {
        return claim(regions, limit, owner);
    }

    private static Optional<Integer> claim(List<? extends Slot> slots, int limit, long owner) {
        for (int index = 0; index < limit; index++) {
            if (slots.get(index).claim(owner)) {
                return Optional.of(index);
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        memory.close();
    }
}
