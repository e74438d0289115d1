package org.boltmesh.driver.lane;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.verbs.MemoryRegion;

/** Equal slots in memory outside the heap, and the checksums of what is in them. */
final class SlotMemory {
    private final UnsafeBuffer buffer;
    private final ByteBuffer summed;
    private final CRC32C crc = new CRC32C();
    private final int slotBytes;
    private final int slots;

    SlotMemory(ByteBuffer memory, int slotBytes) {
        this.buffer = new UnsafeBuffer(memory);
        this.summed = memory.duplicate();
        this.slotBytes = slotBytes;
        this.slots = memory.capacity() / slotBytes;
    }

    /** One direction of a lane, in its region. */
    static SlotMemory of(MemoryRegion region, int firstByte, LaneSize size) {
        ByteBuffer memory =
                region.memory().asSlice(firstByte, size.directionBytes()).asByteBuffer();
        return new SlotMemory(memory, size.slotBytes());
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    int slotBytes() {
        return slotBytes;
    }

    int slots() {
        return slots;
    }

    int offset(int slot) {
        return slot * slotBytes;
    }

    int payloadOffset(int slot) {
        return offset(slot) + SlotHeader.LENGTH_BYTES;
    }

    /** CRC32C of header and payload, without the checksum itself. */
    int checksum(int slot, int payloadBytes) {
        int start = offset(slot);
        summed.limit(start + SlotHeader.LENGTH_BYTES + payloadBytes)
                .position(start + SlotHeader.CHECKSUM_BYTES);
        crc.reset();
        crc.update(summed);
        return (int) crc.getValue();
    }
}
