package org.boltmesh.shards.library;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A private folder for what is not whole yet, on the disk where it will be renamed to. Gone after
 * {@link #close()}, at the end of the JVM, or, after a crash, when a later one is made beside it.
 */
final class PartialFiles implements AutoCloseable {
    private static final String PREFIX = ".partial-";
    private static final Duration ABANDONED = Duration.ofHours(6);

    private final Path folder;
    private final Thread atExit;

    private PartialFiles(Path folder) {
        this.folder = folder;
        this.atExit = new Thread(() -> delete(folder), "delete-partial-files");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Makes a folder in {@code parent}, which must exist. */
    static PartialFiles in(Path parent) throws IOException {
        sweep(parent, Instant.now().minus(ABANDONED));
        return new PartialFiles(Files.createTempDirectory(parent, PREFIX));
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        delete(folder);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs or has run, and finds nothing to delete.
            return;
        }
    }

    static void sweep(Path parent, Instant before) throws IOException {
        List<Path> abandoned;
        try (Stream<Path> entries = Files.list(parent)) {
            abandoned =
                    entries.filter(entry -> entry.getFileName().toString().startsWith(PREFIX))
                            .filter(entry -> isOlder(entry, before))
                            .toList();
        }
        abandoned.forEach(PartialFiles::delete);
    }

    private static boolean isOlder(Path entry, Instant before) {
        try {
            return Files.getLastModifiedTime(entry).toInstant().isBefore(before);
        } catch (IOException e) {
            // Another process has just finished with it.
            return false;
        }
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (NoSuchFileException e) {
            // It was renamed as a whole, or swept: that is what was wanted.
            return;
        } catch (IOException e) {
            System.getLogger(PartialFiles.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "cannot delete {0}: {1}; delete it by hand",
                            folder,
                            FileFault.reason(e));
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException fault)
                throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
