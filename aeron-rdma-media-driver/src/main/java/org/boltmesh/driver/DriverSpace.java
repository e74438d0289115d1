package org.boltmesh.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How much memory a media driver's directory takes, and whether there is so much. A driver that
 * writes to shared memory where there is none left is killed by the system, without a word.
 */
public final class DriverSpace {
    /** Commands, counters, errors and reports of loss: a file of 46 MiB and one of 1 MiB. */
    private static final long FIXED_BYTES = 48L << 20;

    /** Ends of streams on one node: that is a head of five stages, or four pipelines. */
    private static final int STREAMS = 16;

    private static final int TERMS_PER_STREAM = 3;

    private DriverSpace() {}

    /** Bytes that a driver with these settings takes when it has much to do. */
    public static long wantedBytes(MediaDriverOptions options) {
        return FIXED_BYTES + (long) STREAMS * TERMS_PER_STREAM * options.termLengthBytes();
    }

    /**
     * Refuses a directory that has too little room.
     *
     * @throws MediaDriverException with a sentence for people
     */
    public static void check(MediaDriverOptions options) {
        Path parent = existing(options.aeronDirectory());
        problem(parent, freeBytes(parent), options)
                .ifPresent(
                        problem -> {
                            throw new MediaDriverException(problem);
                        });
    }

    /** What is wrong with so much free space; empty where it is enough. */
    static Optional<String> problem(Path parent, long freeBytes, MediaDriverOptions options) {
        long wanted = wantedBytes(options);
        return freeBytes >= wanted
                ? Optional.empty()
                : Optional.of(
                        "%s has %,d MiB free, want %,d MiB for the buffers of a media driver (%d streams with three terms of %,d KiB): free some, make it larger, or use shorter terms"
                                .formatted(
                                        parent,
                                        freeBytes >> 20,
                                        wanted >> 20,
                                        STREAMS,
                                        options.termLengthBytes() >> 10));
    }

    /** Bytes that we may still write there. */
    static long freeBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw new MediaDriverException(
                    "cannot ask for the free space of %s: %s".formatted(folder, e.getMessage()));
        }
    }

    private static Path existing(Path directory) {
        Path folder = directory.toAbsolutePath();
        for (Path parent = folder; parent != null; parent = parent.getParent()) {
            if (Files.isDirectory(parent)) {
                return parent;
            }
        }
        return folder;
    }
}
