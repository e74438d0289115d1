package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The peer's memory regions as one queue pair maps them, each at its first message. A mapping lives
 * until its slot names another region or the queue pair is destroyed.
 */
final class PeerMemory implements AutoCloseable {
    private record Mapped(long handle, Mapping mapping) {}

    private final Path folder;
    private final DeviceTable table;
    private final @Nullable Mapped[] mappings = new @Nullable Mapped[DeviceTable.REGIONS_MAX];

    PeerMemory(Path folder, DeviceTable table) {
        this.folder = folder;
        this.table = table;
    }

    /** The region of a handle; null if it is registered no more. Only while pinned. */
    @Nullable MemorySegment segment(long handle) {
        int index = RegionSlot.index(handle);
        RegionSlot slot = table.region(index);
        if (!slot.isLive(handle)) {
            return null;
        }
        Mapped mapped = mappings[index];
        return mapped != null && mapped.handle == handle
                ? mapped.mapping.segment()
                : map(index, slot, handle);
    }

    private @Nullable MemorySegment map(int index, RegionSlot slot, long handle) {
        unmap(index);
        Path file = Station.memoryFile(folder, slot.owner(), slot.file());
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Mapping mapping = new Mapping(channel, slot.fileOffset(), slot.lengthBytes());
            mappings[index] = new Mapped(handle, mapping);
            return mapping.segment();
        } catch (IOException _) {
            return null; // its owner died just now, and its file with it
        }
    }

    private void unmap(int index) {
        Mapped mapped = mappings[index];
        if (mapped != null) {
            mappings[index] = null;
            mapped.mapping.close();
        }
    }

    @Override
    public void close() {
        for (int index = 0; index < mappings.length; index++) {
            unmap(index);
        }
    }
}
