package org.boltmesh.actors.node;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/** What an I/O failure in the data folder means, in words, with its cure. */
final class FolderFault {
    private FolderFault() {}

    static NodeException unusable(Path folder, IOException fault) {
        return new NodeException(
                "cannot use data folder %s: %s, or name another folder with boltmesh.data-folder"
                        .formatted(folder, reason(fault)),
                fault);
    }

    /** The reason, and what to do about it. */
    static String reason(IOException fault) {
        return switch (fault) {
            case AccessDeniedException e ->
                    "permission denied for %s; allow it".formatted(e.getFile());
            case NoSuchFileException e -> "there is no %s; make it".formatted(e.getFile());
            case NotDirectoryException e -> "%s is no folder; remove it".formatted(e.getFile());
            case FileAlreadyExistsException e ->
                    "%s is no folder; remove it".formatted(e.getFile());
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
            return "the disk is read-only; make it writable";
        }
        if (reason.contains("Not a directory")) {
            return "a file is in the way of the folder; remove it";
        }
        return reason + "; make it writable";
    }
}
