package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The right to own objects of a fabric: a locked file, whose lock the system takes away when the
 * process ends, however it ends.
 */
final class Owner implements AutoCloseable {
    static final String PREFIX = "owner+";
    static final String UNFINISHED = ".new";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{1,16}");

    /**
     * The living owners of this process. They must never be probed: closing any descriptor of a
     * locked file drops the lock, says POSIX.
     */
    private static final Set<Long> OURS = ConcurrentHashMap.newKeySet();

    private final long id;
    private final Path file;
    private final FileChannel channel;

    private Owner(long id, Path file, FileChannel channel) {
        this.id = id;
        this.file = file;
        this.channel = channel;
    }

    /** A new owner. Its file gets its name when it is locked already. */
    static Owner create(Path folder) {
        long id = UUID.randomUUID().getMostSignificantBits();
        Path file = file(folder, id);
        Path unfinished = folder.resolve(file.getFileName() + UNFINISHED);
        try {
            FileChannel channel =
                    FileChannel.open(
                            unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            OURS.add(id);
            if (channel.tryLock() == null) {
                throw new SimulatedFabricException("cannot lock %s".formatted(unfinished));
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return new Owner(id, file, channel);
        } catch (IOException e) {
            OURS.remove(id);
            throw new SimulatedFabricException(
                    "cannot lock %s, want a folder that can be written".formatted(unfinished), e);
        }
    }

    private static Path file(Path folder, long id) {
        return folder.resolve(PREFIX + Long.toHexString(id));
    }

    long id() {
        return id;
    }

    /** Whether the owner still lives; in doubt it does. */
    static boolean isAlive(Path folder, long id) {
        return OURS.contains(id) || isLocked(file(folder, id));
    }

    /** Whether it belongs to this process, and must not be probed. */
    static boolean isOurs(long id) {
        return OURS.contains(id);
    }

    static boolean isLocked(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (NoSuchFileException _) {
            return false;
        } catch (IOException | OverlappingFileLockException _) {
            return true; // perhaps another thread of this process probes it, too
        }
    }

    /** The owner of whom this is the file's hexadecimal id; none if it is no such id. */
    static OptionalLong parseId(String text) {
        return ID.matcher(text).matches()
                ? OptionalLong.of(Long.parseUnsignedLong(text, 16))
                : OptionalLong.empty();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            channel.close();
        } catch (IOException e) {
            throw new SimulatedFabricException("cannot give back %s".formatted(file), e);
        } finally {
            OURS.remove(id);
        }
    }
}
