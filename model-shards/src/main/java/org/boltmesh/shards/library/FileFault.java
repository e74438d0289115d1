package org.boltmesh.shards.library;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** What an I/O failure means, in words. */
final class FileFault {
    private FileFault() {}

    /** The reason without the path, and the cure where there is one. */
    static String reason(IOException fault) {
        return switch (fault) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or folder";
            case NotDirectoryException _ -> "not a folder";
            case FileAlreadyExistsException _ -> "a file of that name is in the way";
            case FileSystemException e when e.getReason() != null -> named(e.getReason());
            default -> named(Optional.ofNullable(fault.getMessage()).orElse(fault.toString()));
        };
    }

    private static String named(String reason) {
        if (reason.contains("No space left on device")) {
            return "the disk is full; free 100 MB";
        }
        if (reason.contains("Disk quota exceeded")) {
            return "the disk quota is used up; free 100 MB";
        }
        if (reason.contains("Read-only file system")) {
            return "the disk is read-only; name another folder with BOLTMESH_HOME";
        }
        return reason;
    }
}
