package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;

/** A part of a file as shared memory. Closing it fails whoever still uses it, but kills nobody. */
final class Mapping implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /** Maps a part of a file, which grows if it is shorter. */
    Mapping(FileChannel channel, long offset, long lengthBytes) throws IOException {
        try {
            segment = channel.map(FileChannel.MapMode.READ_WRITE, offset, lengthBytes, arena);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    MemorySegment segment() {
        return segment;
    }

    @Override
    public void close() {
        arena.close();
    }
}
