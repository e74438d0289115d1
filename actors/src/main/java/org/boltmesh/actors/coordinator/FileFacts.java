package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.gguf.ModelFingerprint;
import org.boltmesh.shards.model.ModelFootprint;

/**
 * A node's own copy of a model.
 *
 * @param path absolute, on that node
 * @param fingerprint the same for the same file
 * @param hashes SHA-256 of its whole parts; empty where they are not known yet
 * @param footprint what a plan counts with
 */
public record FileFacts(
        String path, ModelFingerprint fingerprint, List<String> hashes, ModelFootprint footprint) {
    public FileFacts {
        hashes = List.copyOf(hashes);
    }

    /** How another copy differs, for people; empty where nothing is known to differ. */
    Optional<String> difference(FileFacts other) {
        Optional<String> found = fingerprint.difference(other.fingerprint);
        boolean areHashed = !hashes.isEmpty() && !other.hashes.isEmpty();
        return found.isEmpty() && areHashed && !hashes.equals(other.hashes)
                ? Optional.of("SHA-256 %s and %s".formatted(hashes, other.hashes))
                : found;
    }
}
