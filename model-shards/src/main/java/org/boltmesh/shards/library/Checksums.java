package org.boltmesh.shards.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests of whole files. */
final class Checksums {
    private static final int CHUNK_BYTES = 1 << 16;

    private Checksums() {}

    /** The digest of {@code file} by an algorithm that every Java has. */
    static byte[] of(Path file, String algorithm) throws IOException {
        MessageDigest digest = digest(algorithm);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (InputStream bytes = Files.newInputStream(file)) {
            for (int read = bytes.read(chunk); read >= 0; read = bytes.read(chunk)) {
                digest.update(chunk, 0, read);
            }
        }
        return digest.digest();
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException(algorithm, e);
        }
    }
}
