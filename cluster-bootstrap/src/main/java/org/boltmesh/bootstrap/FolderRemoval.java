package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Removes the folder of something that was started for a short time. */
final class FolderRemoval {
    private FolderRemoval() {}

    /** Removes the folder with all in it, and its parent where that is empty then. */
    static void remove(Path folder) throws IOException {
        removeAll(folder);
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            removeIfEmpty(parent);
        }
    }

    /** Removes the folder with all in it. */
    static void removeAll(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            Files.walkFileTree(folder, new Remover());
        }
    }

    private static void removeIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException _) {
            return; // others use it
        }
    }

    /** Does not follow links. */
    private static final class Remover extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
            if (fault instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw fault;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException fault)
                throws IOException {
            if (fault != null) {
                throw fault;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
