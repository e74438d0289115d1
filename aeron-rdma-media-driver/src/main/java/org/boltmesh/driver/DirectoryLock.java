package org.boltmesh.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/**
 * The right to an Aeron directory, held by one driver while it lives. It is a lock on a file beside
 * the directory, since the directory itself is deleted and made again; the file goes with its
 * holder.
 */
final class DirectoryLock implements AutoCloseable {
    private static final int ATTEMPTS_MAX = 10;

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws MediaDriverException when another driver holds it, or the folder cannot be written
     */
    static DirectoryLock take(Path aeronDirectory) {
        Path file = file(aeronDirectory);
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Optional<DirectoryLock> lock = tryTake(file);
                if (lock.isPresent()) {
                    return lock.get();
                }
            }
        } catch (IOException e) {
            throw new MediaDriverException(
                    "cannot lock %s (%s), want a folder that can be written; choose another one"
                            .formatted(file, e));
        }
        throw new MediaDriverException(
                "another media driver holds %s; stop it or choose another --aeron-dir"
                        .formatted(file));
    }

    /** The file beside a directory. */
    static Path file(Path aeronDirectory) {
        Path absolute = aeronDirectory.toAbsolutePath();
        return absolute.resolveSibling(absolute.getFileName() + ".lock");
    }

    /** Empty where another has the lock, or removed the file before we had it. */
    private static Optional<DirectoryLock> tryTake(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var candidate = new DirectoryLock(file, channel);
        if (candidate.lock()) {
            return Optional.of(candidate);
        }
        channel.close();
        return Optional.empty();
    }

    private boolean lock() throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null && isStillAt(file);
        } catch (OverlappingFileLockException _) {
            return false; // held by this very process
        }
    }

    /** Whether the locked file is the one that others find at its path. */
    private boolean isStillAt(Path path) throws IOException {
        String token = UUID.randomUUID().toString();
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(token.getBytes(StandardCharsets.UTF_8)), 0);
        try {
            return Files.readString(path).equals(token);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        channel.close();
    }
}
