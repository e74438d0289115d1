package org.boltmesh.process;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The rules for Unix domain sockets between our processes. */
public final class ProcessSocket {
    /** What macOS allows, less a terminating byte. */
    public static final int PATH_MAX_BYTES = 102;

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private ProcessSocket() {}

    /** Whether a socket can have this path on every system. */
    public static boolean isShort(Path path) {
        return lengthBytes(path) <= PATH_MAX_BYTES;
    }

    private static int lengthBytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /**
     * Listens at {@code path}, in a folder that nobody else can enter; a socket that no process
     * listens at any more is replaced.
     *
     * @throws IOException with a sentence for people
     */
    public static ServerSocketChannel listen(Path path) throws IOException {
        if (!isShort(path)) {
            throw new IOException(
                    "socket path %s has %d bytes, want at most %d; choose a shorter folder"
                            .formatted(path, lengthBytes(path), PATH_MAX_BYTES));
        }
        checkFolder(path);
        removeStale(path);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.bind(UnixDomainSocketAddress.of(path), 4);
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen at %s: %s".formatted(path, e.getMessage()), e);
        }
        return listener;
    }

    private static void checkFolder(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException("no folder for socket %s; create it first".formatted(path));
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder);
        if (!mode.equals(OWNER_ONLY)) {
            throw new IOException(
                    "socket folder %s has mode %s, want rwx------; chmod 700 it"
                            .formatted(folder, PosixFilePermissions.toString(mode)));
        }
    }

    private static void removeStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            throw new IOException(
                    "%s is no socket; remove it or choose another path".formatted(path));
        }
        if (hasListener(path)) {
            throw new IOException(
                    "another process listens at %s; stop it or choose another path"
                            .formatted(path));
        }
        Files.delete(path);
    }

    private static boolean hasListener(Path path) {
        try (SocketChannel probe = connect(path)) {
            return probe.isConnected();
        } catch (IOException _) {
            return false; // refused: its process is gone
        }
    }

    /** Connects to the process that listens at {@code path}. */
    public static SocketChannel connect(Path path) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(path));
    }
}
