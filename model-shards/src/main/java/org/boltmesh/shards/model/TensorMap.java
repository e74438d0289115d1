package org.boltmesh.shards.model;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;

/** Maps parts of a model's files, which may have changed since their headers were read. */
final class TensorMap {
    private TensorMap() {}

    /**
     * Maps a range of a file, read only.
     *
     * @param first tensor at whose beginning the range begins
     * @throws ModelException when the file is gone, unreadable or too short by now
     */
    static MemorySegment map(GgufFile gguf, TensorInfo first, long sizeBytes, Arena arena) {
        Path file = gguf.parts().get(first.part());
        long end = first.offsetBytes() + sizeBytes;
        try (FileChannel channel = FileChannel.open(file)) {
            if (channel.size() < end) {
                throw new ModelException(
                        "%s, tensor %s: the file has %,d bytes now, want %,d as when its header was read"
                                .formatted(file, first.name(), channel.size(), end));
            }
            return channel.map(MapMode.READ_ONLY, first.offsetBytes(), sizeBytes, arena);
        } catch (IOException e) {
            String problem =
                    e instanceof NoSuchFileException
                            ? "the file is gone, want it as when its header was read"
                            : "cannot map %,d bytes at %,d: %s"
                                    .formatted(sizeBytes, first.offsetBytes(), e);
            throw new ModelException("%s, tensor %s: %s".formatted(file, first.name(), problem));
        }
    }
}
