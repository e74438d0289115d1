package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps hashes in a folder: a small text file for each path, which holds hash, size, time of change
 * and path. What is damaged or old is the same as missing.
 */
final class HashStore {
    private static final Logger LOG = LoggerFactory.getLogger(HashStore.class);
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final int NAME_DIGITS = 32;
    private static final int RECORD_BYTES_MAX = 1 << 16;

    private final Path folder;

    HashStore(Path folder) {
        this.folder = folder;
    }

    Optional<String> find(Path path, FileState state) {
        Path record = record(path);
        try {
            if (!Files.isRegularFile(record) || Files.size(record) > RECORD_BYTES_MAX) {
                return Optional.empty();
            }
            String text = new String(Files.readAllBytes(record), StandardCharsets.UTF_8);
            String hash = text.lines().findFirst().orElse("");
            return HASH.matcher(hash).matches() && text.equals(text(path, state, hash))
                    ? Optional.of(hash)
                    : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.warn("{}: cannot be read, so {} is hashed again: {}", record, path, e.toString());
            return Optional.empty();
        }
    }

    /** A hash that cannot be kept is still right: that is no failure. */
    void keep(Path path, FileState state, String hash) {
        Path record = record(path);
        try {
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, "draft", ".tmp");
            try {
                Files.writeString(draft, text(path, state, hash));
                Files.move(draft, record, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            LOG.warn(
                    "{}: cannot be written, so {} will be hashed again: {}",
                    record,
                    path,
                    e.toString());
        }
    }

    private static String text(Path path, FileState state, String hash) {
        return String.join(
                "\n",
                List.of(
                        hash,
                        "size " + state.sizeBytes(),
                        "modified " + state.modifiedNs(),
                        "path " + path,
                        ""));
    }

    private Path record(Path path) {
        byte[] name = Sha256.digest().digest(path.toString().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(HexFormat.of().formatHex(name).substring(0, NAME_DIGITS) + ".sha256");
    }
}
