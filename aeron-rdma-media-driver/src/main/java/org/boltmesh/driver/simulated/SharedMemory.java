package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that several processes map. It begins as zeros, which every layout here takes as its valid
 * first state: nobody has to prepare it, so nobody can die preparing it. It is never shortened,
 * since that would kill whoever maps it.
 */
final class SharedMemory implements AutoCloseable {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private final Mapping mapping;
    private final MemorySegment segment;

    private SharedMemory(Mapping mapping) {
        this.mapping = mapping;
        this.segment = mapping.segment();
    }

    static SharedMemory map(Path file, long lengthBytes, long magic) {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            SharedMemory memory = new SharedMemory(new Mapping(channel, 0, lengthBytes));
            memory.checkMagic(file, magic);
            return memory;
        } catch (IOException e) {
            throw new SimulatedFabricException(
                    "cannot map %s, want a folder that can be written".formatted(file), e);
        }
    }

    private void checkMagic(Path file, long magic) {
        if (!compareAndSet(0, 0, magic) && getAcquire(0) != magic) {
            mapping.close();
            throw new SimulatedFabricException(
                    "%s is of another version, want one of this one: delete the folder"
                            .formatted(file));
        }
    }

    long get(long offset) {
        return (long) LONG.get(segment, offset);
    }

    long getAcquire(long offset) {
        return (long) LONG.getAcquire(segment, offset);
    }

    void put(long offset, long value) {
        LONG.set(segment, offset, value);
    }

    void putRelease(long offset, long value) {
        LONG.setRelease(segment, offset, value);
    }

    boolean compareAndSet(long offset, long expected, long value) {
        return LONG.compareAndSet(segment, offset, expected, value);
    }

    long getAndAdd(long offset, long delta) {
        return (long) LONG.getAndAdd(segment, offset, delta);
    }

    int getInt(long offset) {
        return (int) INT.get(segment, offset);
    }

    int getIntAcquire(long offset) {
        return (int) INT.getAcquire(segment, offset);
    }

    void putInt(long offset, int value) {
        INT.set(segment, offset, value);
    }

    void putIntRelease(long offset, int value) {
        INT.setRelease(segment, offset, value);
    }

    @Override
    public void close() {
        mapping.close();
    }
}
