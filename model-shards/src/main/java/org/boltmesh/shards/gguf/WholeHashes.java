package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * SHA-256 of whole files, which takes minutes for large ones: computed once and kept in a folder of
 * ours until the file's size or time of change is another. Thread-safe; two threads that hash the
 * same file do the work twice, and agree.
 */
public final class WholeHashes {
    private static final int CHUNK_BYTES = 1 << 20;

    private final HashStore store;

    /**
     * Hashes that are kept in {@code folder}, which is made when it is needed. Where it cannot be
     * written, hashes are computed anew each time, with a warning.
     */
    public WholeHashes(Path folder) {
        this.store = new HashStore(folder);
    }

    /**
     * The hash of a file as it is now, if it is kept: 64 hexadecimal digits.
     *
     * @throws GgufException when the file cannot be read
     */
    public Optional<String> kept(Path file) {
        try {
            Path path = file.toRealPath();
            return store.find(path, FileState.of(path));
        } catch (IOException e) {
            throw GgufFile.refusal(file, 0, e);
        }
    }

    /**
     * The hash of a file, kept or computed: 64 hexadecimal digits. Blocks; an interrupt ends it
     * soon.
     *
     * @param progress is told the bytes that are hashed so far, of the file's size
     * @throws GgufException when the file cannot be read, or changes meanwhile
     * @throws InterruptedException when interrupted; nothing is kept then
     */
    public String hash(Path file, LongConsumer progress) throws InterruptedException {
        GgufFile.requireRegular(file);
        try {
            Path path = file.toRealPath();
            FileState state = FileState.of(path);
            Optional<String> kept = store.find(path, state);
            if (kept.isPresent()) {
                progress.accept(state.sizeBytes());
                return kept.get();
            }
            String hash = compute(path, state, progress);
            state.requireSame(path);
            store.keep(path, state, hash);
            return hash;
        } catch (ClosedByInterruptException _) {
            // Reading a file has closed it, and has left the thread marked as interrupted.
            Thread.interrupted();
            throw interrupted(file);
        } catch (IOException e) {
            throw GgufFile.refusal(file, 0, e);
        }
    }

    private static String compute(Path path, FileState state, LongConsumer progress)
            throws IOException, InterruptedException {
        MessageDigest digest = Sha256.digest();
        byte[] chunk = new byte[CHUNK_BYTES];
        long done = 0;
        try (InputStream bytes = Files.newInputStream(path)) {
            for (int read = bytes.read(chunk); read >= 0; read = bytes.read(chunk)) {
                if (Thread.interrupted()) {
                    throw interrupted(path);
                }
                digest.update(chunk, 0, read);
                done += read;
                progress.accept(done);
            }
        }
        if (done != state.sizeBytes()) {
            throw state.changed(path, done);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static InterruptedException interrupted(Path file) {
        return new InterruptedException(file + ": hashing was cancelled");
    }
}
