package org.boltmesh.actors.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A node's own folder, locked for as long as it is open, with the id that makes the node the same
 * one after a restart. The operating system releases the lock of a process that dies.
 */
public final class DataFolder implements AutoCloseable {
    private static final String LOCK = "node.lock";
    private static final String PID = "node.pid";

    /**
     * Of this JVM. A second channel to a locked file must not even be opened: closing it would
     * release the lock of the first.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;
    private final UUID nodeId;

    private DataFolder(Path path, FileChannel channel, UUID nodeId) {
        this.path = path;
        this.channel = channel;
        this.nodeId = nodeId;
    }

    /**
     * Makes and locks the folder; a new one gets a new id.
     *
     * @throws NodeException when another node has it, or it cannot be written
     */
    public static DataFolder open(Path folder) {
        try {
            Path real = created(folder).toRealPath();
            if (!HELD.add(real)) {
                throw inUse(real, Optional.of(ProcessHandle.current().pid()));
            }
            return openHeld(real);
        } catch (IOException e) {
            throw FolderFault.unusable(folder, e);
        }
    }

    private static DataFolder openHeld(Path real) throws IOException {
        FileChannel channel = null;
        boolean opened = false;
        try {
            channel =
                    FileChannel.open(
                            real.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(real, holder(real));
            }
            NodeFiles.replace(real.resolve(PID), Long.toString(ProcessHandle.current().pid()));
            var folder = new DataFolder(real, channel, NodeFiles.nodeId(real));
            opened = true;
            return folder;
        } finally {
            if (!opened) {
                HELD.remove(real);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    private static Path created(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return folder;
        }
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return Files.createDirectories(
                folder,
                posix
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0]);
    }

    private static NodeException inUse(Path folder, Optional<Long> pid) {
        return new NodeException(
                "data folder %s is in use by %s; stop that node, or name another folder with boltmesh.data-folder"
                        .formatted(
                                folder, pid.map(id -> "process " + id).orElse("another process")));
    }

    private static Optional<Long> holder(Path folder) throws IOException {
        try {
            String text = Files.readString(folder.resolve(PID)).strip();
            return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** The folder, without links in its path. */
    public Path path() {
        return path;
    }

    /** What makes this node the same one after a restart. */
    public UUID nodeId() {
        return nodeId;
    }

    /** Releases the lock; the folder stays. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FolderFault.unusable(path, e);
        } finally {
            HELD.remove(path);
        }
    }
}
