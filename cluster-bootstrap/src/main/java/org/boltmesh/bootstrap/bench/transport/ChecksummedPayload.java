package org.boltmesh.bootstrap.bench.transport;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.bootstrap.bench.verbs.SlotPayload;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;

/** A message in a queue pair's memory, under a checksum as the driver's slots are. */
final class ChecksummedPayload implements SlotPayload {
    private final MessageBytes bytes;
    private final UnsafeBuffer buffer;
    private final ByteBuffer summed;
    private final CRC32C crc = new CRC32C();

    ChecksummedPayload(MemorySegment memory, MessageBytes bytes) {
        this.bytes = bytes;
        ByteBuffer whole = memory.asByteBuffer();
        buffer = new UnsafeBuffer(whole);
        summed = whole.duplicate();
    }

    @Override
    public void write(long offset, int lengthBytes, long number) {
        int start = (int) offset;
        bytes.fill(buffer, start, lengthBytes, number);
        buffer.putInt(start + MessageBytes.CHECKSUM_OFFSET, checksum(start, lengthBytes));
    }

    @Override
    public long read(long offset, int lengthBytes) {
        int start = (int) offset;
        if (buffer.getInt(start + MessageBytes.CHECKSUM_OFFSET) != checksum(start, lengthBytes)) {
            throw new VerbsBenchException("a message of a bare queue pair is damaged");
        }
        bytes.read(buffer, start, 0, lengthBytes);
        return bytes.number();
    }

    private int checksum(int start, int lengthBytes) {
        summed.limit(start + lengthBytes).position(start + MessageBytes.NUMBER_OFFSET);
        crc.reset();
        crc.update(summed);
        return (int) crc.getValue();
    }
}
