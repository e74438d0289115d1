package org.boltmesh.shards.gguf;

import java.nio.ByteBuffer;

/** A header in memory, of a file that may claim to be longer; the rest is zeros. */
record MemorySource(ByteBuffer header, long fileBytes) implements ByteSource {
    private static final byte[] ZEROS = new byte[64 << 10];

    static GgufHeader read(byte[] bytes) {
        return read(bytes, bytes.length);
    }

    static GgufHeader read(byte[] header, long fileBytes) {
        MemorySource source = new MemorySource(ByteBuffer.wrap(header), fileBytes);
        return GgufHeader.read("memory.gguf", 0, fileBytes, source);
    }

    @Override
    public int read(ByteBuffer destination, long position) {
        if (position >= fileBytes) {
            return -1;
        }
        int length =
                (int)
                        Math.min(
                                Math.min(destination.remaining(), ZEROS.length),
                                fileBytes - position);
        int inHeader = Math.clamp(header.capacity() - position, 0, length);
        if (inHeader > 0) {
            destination.put(header.slice((int) position, inHeader));
        }
        destination.put(ZEROS, 0, length - inHeader);
        return length;
    }
}
