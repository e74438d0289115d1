package org.boltmesh.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The model inside node.jar. Engines map files, so it is written to our own folder once and used
 * from there as long as its checksum is right.
 */
final class EmbeddedModel {
    /** Name of the file. */
    static final String NAME = "tales-qwen3-q8_0.gguf";

    private static final String RESOURCE = "/models/" + NAME;
    private static final String SHA_256 =
            "756c3400a066e15b3d911c9d3bd78ab6aabfbfd26b672fcde45e18bf44d15c69";
    private static final int BUFFER_BYTES = 1 << 16;

    private EmbeddedModel() {}

    /**
     * The model's file below {@code home}, which is made where it is missing or damaged.
     *
     * @throws CommandException when it cannot be written
     */
    static Path file(Path home) {
        Path file = home.resolve("models").resolve(NAME);
        try {
            if (!isWhole(file)) {
                write(file);
            }
            return file;
        } catch (IOException e) {
            throw FolderFault.cannotWrite(file, e);
        }
    }

    private static boolean isWhole(Path file) throws IOException {
        return Files.isRegularFile(file) && checksum(Files.newInputStream(file)).equals(SHA_256);
    }

    /** Others see the whole file or none: it gets its name when it is complete. */
    private static void write(Path file) throws IOException {
        Path folder = Files.createDirectories(file.resolveSibling(""));
        Path partial = Files.createTempFile(folder, NAME, ".partial");
        try {
            String written = copyTo(partial);
            if (!written.equals(SHA_256)) {
                throw new IOException(
                        "node.jar is damaged: the model in it has SHA-256 %s, want %s"
                                .formatted(written, SHA_256));
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static String copyTo(Path partial) throws IOException {
        try (InputStream resource = EmbeddedModel.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IOException("node.jar is damaged: it has no " + RESOURCE);
            }
            MessageDigest digest = sha256();
            try (var in = new DigestInputStream(resource, digest);
                    OutputStream out = Files.newOutputStream(partial)) {
                in.transferTo(out);
            }
            try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    private static String checksum(InputStream stream) throws IOException {
        MessageDigest digest = sha256();
        try (stream) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
