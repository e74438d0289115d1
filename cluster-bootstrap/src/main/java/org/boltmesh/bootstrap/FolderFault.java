package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** What to say when nothing can be written to our own folder. */
final class FolderFault {
    private FolderFault() {}

    /** The error for a file that cannot be written, with the cure. */
    static CommandException cannotWrite(Path file, IOException fault) {
        return new CommandException(
                "cannot write %s: %s; make room or rights there, or set BOLTMESH_HOME to another folder"
                        .formatted(file, reason(fault)));
    }

    private static String reason(IOException fault) {
        return switch (fault) {
            case AccessDeniedException denied -> "no right to write " + denied.getFile();
            case FileAlreadyExistsException exists -> exists.getFile() + " is no folder";
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case FileSystemException other ->
                    Optional.ofNullable(other.getReason()).orElse(other.toString());
            default -> Optional.ofNullable(fault.getMessage()).orElse(fault.toString());
        };
    }
}
