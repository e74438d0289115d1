package org.boltmesh.shards.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of installed libraries with a list of their checksums, such as {@code sha256sum -c}
 * takes, so that a later run sees whether they are still whole.
 */
final class InstalledFolder {
    private static final String LIST = "SHA256SUMS";
    private static final long LIST_BYTES_MAX = 1 << 20;

    private final Path folder;

    InstalledFolder(Path folder) {
        this.folder = folder;
    }

    /** Writes the list; the folder is complete then. */
    void seal() throws IOException {
        Files.write(folder.resolve(LIST), checksums());
    }

    /** Whether it is sealed and every file is as it was. */
    boolean isWhole() throws IOException {
        Path list = folder.resolve(LIST);
        return Files.isRegularFile(list)
                && Files.size(list) <= LIST_BYTES_MAX
                && String.join("\n", checksums()).equals(Files.readString(list).strip());
    }

    long sizeBytes() throws IOException {
        long sizeBytes = 0;
        for (Path file : files()) {
            sizeBytes += Files.size(file);
        }
        return sizeBytes;
    }

    private List<String> checksums() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            lines.add(checksum(file) + "  " + folder.relativize(file));
        }
        return lines;
    }

    private static String checksum(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? HexFormat.of().formatHex(Checksums.of(file, "SHA-256"))
                : "not a file";
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.endsWith(LIST)).sorted().toList();
        }
    }
}
