package org.boltmesh.shards.gguf;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What identifies a model's files without reading all of them, whatever their names: the size of
 * each part, and SHA-256 of its header and of blocks from all over it. Damage between the sampled
 * blocks goes unseen: {@link WholeHashes} finds it.
 *
 * @param parts in order
 */
public record ModelFingerprint(List<Part> parts) {
    private static final int ID_DIGITS = 32;

    /**
     * One file of the model.
     *
     * @param sizeBytes of the file
     * @param headerSha256 of metadata and table of tensors, in hexadecimal digits
     * @param samplesSha256 of the sampled blocks, in hexadecimal digits
     */
    public record Part(long sizeBytes, String headerSha256, String samplesSha256) {}

    /** Copies the list. */
    public ModelFingerprint {
        parts = List.copyOf(parts);
    }

    /**
     * Reads headers and samples of a model: less than 65 MiB of each part, usually a few.
     *
     * @throws GgufException when a part cannot be read, or changed since it was opened
     */
    public static ModelFingerprint of(GgufFile gguf) {
        List<Part> parts = new ArrayList<>();
        for (int part = 0; part < gguf.parts().size(); part++) {
            parts.add(FileSampler.sample(gguf.parts().get(part), part, gguf.headerBytes(part)));
        }
        return new ModelFingerprint(parts);
    }

    /** Short form: 32 hexadecimal digits, equal for equal fingerprints and for no others. */
    public String id() {
        MessageDigest digest = Sha256.digest();
        for (Part part : parts) {
            String line =
                    "%d %s %s\n".formatted(part.sizeBytes, part.headerSha256, part.samplesSha256);
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, ID_DIGITS);
    }

    /** Bytes of all parts. */
    public long sizeBytes() {
        return parts.stream().mapToLong(Part::sizeBytes).sum();
    }

    /** How another model differs, for people; empty where both are the same. */
    public Optional<String> difference(ModelFingerprint other) {
        if (parts.size() != other.parts.size()) {
            return Optional.of("%d parts and %d".formatted(parts.size(), other.parts.size()));
        }
        for (int i = 0; i < parts.size(); i++) {
            Optional<String> found = difference(parts.get(i), other.parts.get(i));
            if (found.isPresent()) {
                int number = i + 1;
                return found.map(text -> parts.size() == 1 ? text : "part " + number + ": " + text);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> difference(Part a, Part b) {
        if (a.sizeBytes != b.sizeBytes) {
            return Optional.of("%,d bytes and %,d".formatted(a.sizeBytes, b.sizeBytes));
        }
        if (!a.headerSha256.equals(b.headerSha256)) {
            return Optional.of("different metadata or tensor tables");
        }
        return a.samplesSha256.equals(b.samplesSha256)
                ? Optional.empty()
                : Optional.of("different weights");
    }
}
