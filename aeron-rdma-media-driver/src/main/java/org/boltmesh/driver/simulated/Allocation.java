package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.boltmesh.driver.verbs.Errno;

/**
 * Memory that can be registered: a file of its own, which is never used for anything else, so that
 * nobody who still maps it can write to what comes later. Belongs to the device thread.
 */
final class Allocation {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int MAPPING_ALIGNMENT_BYTES = 4096;

    private final Path file;
    private final long number;
    private final Mapping mapping;
    private final MemorySegment memory;
    private final long fileOffset;
    private int registrations;

    private Allocation(
            Path file, long number, Mapping mapping, MemorySegment memory, long fileOffset) {
        this.file = file;
        this.number = number;
        this.mapping = mapping;
        this.memory = memory;
        this.fileOffset = fileOffset;
    }

    static Allocation create(SimulatedDevice device, long lengthBytes, int pageBytes) {
        Station station = device.station();
        long number = station.files().incrementAndGet();
        Path file = Station.memoryFile(station.folder(), station.owner().id(), number);
        // A mapping is aligned to the system's pages only, so it has to have some room.
        long fileBytes = lengthBytes + pageBytes - MAPPING_ALIGNMENT_BYTES;
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            device.point(Verb.MMAP);
            fill(channel, fileBytes);
            device.point(Verb.MMAP);
            Mapping mapping = new Mapping(channel, 0, fileBytes);
            long offset = Math.floorMod(-mapping.segment().address(), (long) pageBytes);
            MemorySegment memory = mapping.segment().asSlice(offset, lengthBytes);
            return new Allocation(file, number, mapping, memory, offset);
        } catch (IOException e) {
            delete(device, file);
            throw device.failure(
                    Verb.MMAP,
                    Errno.ENOMEM,
                    "wanted %d bytes in %s (%s): free some"
                            .formatted(lengthBytes, station.folder(), e));
        }
    }

    /** Takes the room now: writing to mapped memory that has none would kill the process. */
    private static void fill(FileChannel channel, long lengthBytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK_BYTES, lengthBytes));
        for (long position = 0; position < lengthBytes; ) {
            zeros.clear().limit((int) Math.min(CHUNK_BYTES, lengthBytes - position));
            position += channel.write(zeros, position);
        }
    }

    private static void delete(SimulatedDevice device, Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw device.failure(Verb.MUNMAP, Errno.EIO, "cannot delete " + file + ": " + e);
        }
    }

    MemorySegment memory() {
        return memory;
    }

    long fileNumber() {
        return number;
    }

    /** Where a part of the memory is in the file. */
    long fileOffset(MemorySegment part) {
        return fileOffset + part.address() - memory.address();
    }

    boolean contains(MemorySegment part) {
        return part.address() >= memory.address()
                && part.address() + part.byteSize() <= memory.address() + memory.byteSize();
    }

    void onRegistered() {
        registrations++;
    }

    void onDeregistered() {
        registrations--;
    }

    void free(SimulatedDevice device) {
        if (registrations > 0) {
            throw device.failure(
                    Verb.MUNMAP,
                    Errno.EBUSY,
                    "wanted to free memory with %d regions: deregister them first"
                            .formatted(registrations));
        }
        unmap();
        device.point(Verb.MUNMAP);
        delete(device, file);
        device.point(Verb.MUNMAP);
    }

    void unmap() {
        mapping.close();
    }
}
