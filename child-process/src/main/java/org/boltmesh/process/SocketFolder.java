package org.boltmesh.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** A private folder (mode 0700) with a short path for the socket of one process. */
public final class SocketFolder implements AutoCloseable {
    private static final String SOCKET_NAME = "control.sock";
    private static final String PREFIX = "boltmesh-";

    private final Path folder;

    private SocketFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes one in the folder for temporary files, or in /tmp where that has too long a path. */
    public static SocketFolder create() throws IOException {
        SocketFolder usual = createIn(Path.of(System.getProperty("java.io.tmpdir")));
        if (ProcessSocket.isShort(usual.socket())) {
            return usual;
        }
        usual.close();
        return createIn(Path.of("/tmp"));
    }

    private static SocketFolder createIn(Path parent) throws IOException {
        try {
            var ownerOnly =
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------"));
            return new SocketFolder(Files.createTempDirectory(parent, PREFIX, ownerOnly));
        } catch (IOException e) {
            throw new IOException(
                    "cannot make a folder for a socket in %s: %s".formatted(parent, e.getMessage()),
                    e);
        }
    }

    /** The folder itself. */
    public Path path() {
        return folder;
    }

    /** Where its process listens. */
    public Path socket() {
        return folder.resolve(SOCKET_NAME);
    }

    /** Removes the folder with socket and whatever else is in it, where the process did not. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            throw new IOException("cannot list " + folder, e);
        }
    }
}
