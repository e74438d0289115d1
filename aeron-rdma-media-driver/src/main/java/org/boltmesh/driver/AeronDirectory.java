package org.boltmesh.driver;

import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.agrona.IoUtil;

/** The folder in which a media driver and its clients share memory. */
public final class AeronDirectory {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long HEARTBEAT_MAX_MS = 10_000;
    private static final String PREFIX = "boltmesh-";

    private AeronDirectory() {}

    /**
     * Where the driver of a node keeps its buffers unless told otherwise: in shared memory where
     * the system has it, and enough of it (Linux), else in the folder for temporary files (macOS).
     */
    public static Path defaultFor(String nodeName) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Path parent = hasSharedMemory() ? SHARED_MEMORY : temporary;
        return parent.resolve(PREFIX + nodeName).toAbsolutePath();
    }

    /** A container may have hardly any. */
    private static boolean hasSharedMemory() {
        return Files.isDirectory(SHARED_MEMORY)
                && Files.isWritable(SHARED_MEMORY)
                && DriverSpace.problem(
                                SHARED_MEMORY,
                                DriverSpace.freeBytes(SHARED_MEMORY),
                                MediaDriverOptions.in(SHARED_MEMORY))
                        .isEmpty();
    }

    /**
     * The process whose driver serves this directory; empty where there is none, or it is dead.
     * Aeron itself would take a driver that was killed for alive until its heartbeat is old.
     */
    public static OptionalLong driverPid(Path aeronDirectory) {
        try {
            OptionalLong pid = recordedPid(aeronDirectory);
            return pid.isPresent() && isAlive(pid.getAsLong()) && isActive(aeronDirectory)
                    ? pid
                    : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty(); // gone in this moment, or not ours to read: no driver
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Another process may have got the number of a dead driver: its heartbeat is old then. */
    private static boolean isActive(Path aeronDirectory) {
        return CommonContext.isDriverActive(aeronDirectory.toFile(), HEARTBEAT_MAX_MS, _ -> {});
    }

    private static OptionalLong recordedPid(Path aeronDirectory) throws IOException {
        Path cnc = aeronDirectory.resolve(CncFileDescriptor.CNC_FILE);
        var bytes =
                ByteBuffer.allocate(CncFileDescriptor.META_DATA_LENGTH)
                        .order(ByteOrder.nativeOrder());
        try (FileChannel file = FileChannel.open(cnc, StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) > 0) {}
        } catch (NoSuchFileException _) {
            return OptionalLong.empty();
        }
        // Aeron writes the version last, when all else is there.
        if (bytes.hasRemaining() || bytes.getInt(CncFileDescriptor.cncVersionOffset(0)) == 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(bytes.getLong(CncFileDescriptor.pidOffset(0)));
    }

    /**
     * Refuses a folder that Aeron must not delete: one that holds what no driver left there, or
     * whose driver lives.
     *
     * @throws MediaDriverException with a sentence for people
     */
    static void checkIsFree(Path aeronDirectory) {
        if (!Files.exists(aeronDirectory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        OptionalLong pid = driverPid(aeronDirectory);
        if (pid.isPresent()) {
            throw new MediaDriverException(
                    "media driver %d lives in %s; stop it or choose another --aeron-dir"
                            .formatted(pid.getAsLong(), aeronDirectory));
        }
        if (!isOfADriver(aeronDirectory)) {
            throw new MediaDriverException(
                    "%s is no directory of a media driver, want a new path: it would be deleted"
                            .formatted(aeronDirectory));
        }
    }

    /**
     * Removes what a driver left here that was killed, and its lock. Does nothing where a driver
     * lives, or where something else than a driver has written.
     */
    public static void removeLeftovers(Path aeronDirectory) {
        if (driverPid(aeronDirectory).isEmpty()
                && (!Files.exists(aeronDirectory, LinkOption.NOFOLLOW_LINKS)
                        || isOfADriver(aeronDirectory))) {
            IoUtil.delete(aeronDirectory.toFile(), true);
            IoUtil.delete(DirectoryLock.file(aeronDirectory).toFile(), true);
        }
    }

    private static boolean isOfADriver(Path aeronDirectory) {
        if (!Files.isDirectory(aeronDirectory, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> files = Files.list(aeronDirectory)) {
            return Files.exists(aeronDirectory.resolve(CncFileDescriptor.CNC_FILE))
                    || files.findAny().isEmpty();
        } catch (IOException e) {
            throw new MediaDriverException(
                    "cannot read %s: %s".formatted(aeronDirectory, e.getMessage()));
        }
    }
}
