package org.boltmesh.driver.simulated;

import java.nio.file.Path;
import java.util.function.LongUnaryOperator;

/** The file of one cable, which all processes share: whether it is in, how busy, how it fails. */
final class CableMemory implements AutoCloseable {
    private static final long MAGIC = 0x424d_4341_4231_0001L;
    private static final int LENGTH_BYTES = 4096;
    private static final int LINK = 8;
    private static final int LATENCY = 128;
    private static final int BANDWIDTH = 136;
    private static final int FAULTS = 144;
    private static final int SEED = 152;
    private static final int LOSS = 160;
    private static final int DAMAGE = 164;
    private static final int DUPLICATION = 168;
    private static final int REORDERING = 172;
    private static final int DELAY = 176;
    private static final int DELAY_NS = 184;
    private static final int DIRECTIONS = 256;
    private static final int DIRECTION_BYTES = 256;
    private static final int FREE = 0;
    private static final int MESSAGES = 128;

    private final SharedMemory memory;
    private final Cable cable;
    private final boolean leftDisabled;
    private final boolean rightDisabled;

    CableMemory(Path folder, Cables cables, Cable cable) {
        this.memory = SharedMemory.map(folder.resolve(cable.fileName()), LENGTH_BYTES, MAGIC);
        this.cable = cable;
        this.leftDisabled = cables.disabled().contains(cable.left());
        this.rightDisabled = cables.disabled().contains(cable.right());
    }

    Cable cable() {
        return cable;
    }

    long link() {
        return memory.getAcquire(LINK);
    }

    /** Changes the link word at once. */
    void changeLink(LongUnaryOperator change) {
        long word = link();
        while (!memory.compareAndSet(LINK, word, change.applyAsLong(word))) {
            word = link();
        }
        forgetReservations();
    }

    /** Whether both ports are active. */
    boolean isActive(long link) {
        return LinkWord.isPlugged(link)
                && !LinkWord.isDisabled(link, Side.LEFT, leftDisabled)
                && !LinkWord.isDisabled(link, Side.RIGHT, rightDisabled);
    }

    // Settings are kept plus one, so that 0 means what the file "cables" says.

    long latencyNs() {
        long set = memory.getAcquire(LATENCY);
        return set == 0 ? cable.latencyNs() : set - 1;
    }

    void latencyNs(long latencyNs) {
        memory.putRelease(LATENCY, latencyNs + 1);
    }

    long bandwidthBytesPerSecond() {
        long set = memory.getAcquire(BANDWIDTH);
        return set == 0 ? cable.bandwidthBytesPerSecond() : set - 1;
    }

    void bandwidthBytesPerSecond(long bandwidth) {
        memory.putRelease(BANDWIDTH, bandwidth + 1);
        forgetReservations();
    }

    private void forgetReservations() {
        memory.putRelease(direction(Side.LEFT) + FREE, 0);
        memory.putRelease(direction(Side.RIGHT) + FREE, 0);
    }

    /** When the link is free again in the direction of what this side sends. */
    long linkFreeNs(Side sender) {
        return memory.getAcquire(direction(sender) + FREE);
    }

    boolean reserve(Side sender, long freeNs, long nextFreeNs) {
        return memory.compareAndSet(direction(sender) + FREE, freeNs, nextFreeNs);
    }

    /** Sets the faults and counts messages from 0. Until all is written there are none. */
    void faults(CableFaults faults) {
        memory.putIntRelease(FAULTS, 0);
        memory.put(SEED, faults.seed());
        memory.putInt(LOSS, faults.lossPpm());
        memory.putInt(DAMAGE, faults.damagePpm());
        memory.putInt(DUPLICATION, faults.duplicatePpm());
        memory.putInt(REORDERING, faults.reorderPpm());
        memory.putInt(DELAY, faults.delayPpm());
        memory.put(DELAY_NS, faults.delayNs());
        memory.put(direction(Side.LEFT) + MESSAGES, 0);
        memory.put(direction(Side.RIGHT) + MESSAGES, 0);
        memory.putIntRelease(FAULTS, faults.equals(CableFaults.NONE) ? 0 : 1);
    }

    boolean hasFaults() {
        return memory.getIntAcquire(FAULTS) != 0;
    }

    /** The number of one more message in the direction of what this side sends. */
    long nextMessage(Side sender) {
        return memory.getAndAdd(direction(sender) + MESSAGES, 1);
    }

    boolean draw(Side sender, long message, FaultDraw.Kind kind) {
        int ppm =
                switch (kind) {
                    case LOSS -> memory.getInt(LOSS);
                    case DAMAGE -> memory.getInt(DAMAGE);
                    case DUPLICATION -> memory.getInt(DUPLICATION);
                    case REORDERING -> memory.getInt(REORDERING);
                    case DELAY -> memory.getInt(DELAY);
                    case DAMAGED_BIT -> 0;
                };
        return FaultDraw.hits(memory.get(SEED), sender, message, kind, ppm);
    }

    /** Which bit of a damaged message is flipped. */
    long damagedBit(Side sender, long message, int lengthBytes) {
        return FaultDraw.draw(
                memory.get(SEED), sender, message, FaultDraw.Kind.DAMAGED_BIT, lengthBytes * 8L);
    }

    long delayNs() {
        return memory.get(DELAY_NS);
    }

    private static long direction(Side sender) {
        return DIRECTIONS + (long) sender.index() * DIRECTION_BYTES;
    }

    @Override
    public void close() {
        memory.close();
    }
}
