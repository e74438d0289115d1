package org.boltmesh.actors.control;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.boltmesh.process.ProcessSocket;
import org.boltmesh.process.SocketFolder;

/**
 * Where the socket of a node lies: {@code control.sock} in its data folder. Where that path is too
 * long for a socket, or others may look into the folder, it lies in a private folder with a short
 * path, and the file {@code control.path} in the data folder names it.
 */
final class ControlPlace {
    private static final String SOCKET = "control.sock";
    private static final String PATH = "control.path";
    private static final String PRIVATE_PREFIX = "boltmesh-";
    private static final int PATH_FILE_MAX_BYTES = 4096;

    private final Path dataFolder;

    ControlPlace(Path dataFolder) {
        this.dataFolder = dataFolder;
    }

    /**
     * Listens, where a node that died may have left its socket. The caller holds the lock of the
     * data folder.
     */
    ServerSocketChannel listen() throws IOException {
        remove();
        Path usual = dataFolder.resolve(SOCKET);
        if (ProcessSocket.isShort(usual) && isPrivate()) {
            return ProcessSocket.listen(usual);
        }
        SocketFolder folder = SocketFolder.create();
        boolean listens = false;
        try {
            ServerSocketChannel listener = ProcessSocket.listen(folder.socket());
            Files.writeString(dataFolder.resolve(PATH), folder.socket().toString());
            listens = true;
            return listener;
        } finally {
            if (!listens) {
                folder.close();
            }
        }
    }

    private boolean isPrivate() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(dataFolder))
                .equals("rwx------");
    }

    /** Where a node listens; empty where none does. */
    Optional<Path> socket() throws IOException {
        Path usual = dataFolder.resolve(SOCKET);
        return Files.exists(usual) ? Optional.of(usual) : namedSocket();
    }

    private Optional<Path> namedSocket() throws IOException {
        try {
            Path file = dataFolder.resolve(PATH);
            if (Files.size(file) > PATH_FILE_MAX_BYTES) {
                return Optional.empty();
            }
            Path socket = Path.of(Files.readString(file).strip());
            Path name = socket.getFileName();
            return name != null && name.toString().equals(SOCKET)
                    ? Optional.of(socket)
                    : Optional.empty();
        } catch (NoSuchFileException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    /** Removes what {@link #listen()} made, now or in a former life. */
    void remove() throws IOException {
        Optional<Path> named = namedSocket();
        if (named.isPresent() && isOurs(named.get())) {
            Files.deleteIfExists(named.get());
            Files.deleteIfExists(named.get().toAbsolutePath().getParent());
        }
        Files.deleteIfExists(dataFolder.resolve(PATH));
        Path usual = dataFolder.resolve(SOCKET);
        if (!Files.isDirectory(usual)) {
            Files.deleteIfExists(usual);
        }
    }

    /**
     * A file that names another folder than one that {@link SocketFolder} makes is not believed.
     */
    private static boolean isOurs(Path socket) {
        Path folder = socket.toAbsolutePath().getParent();
        Path name = folder == null ? null : folder.getFileName();
        return name != null
                && name.toString().startsWith(PRIVATE_PREFIX)
                && !Files.isDirectory(socket);
    }
}
