package org.boltmesh.actors.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Small files of the data folder, written whole or not at all. */
final class NodeFiles {
    private static final String NODE_ID = "node-id";

    private NodeFiles() {}

    /** Makes a folder below a locked one. */
    static Path createFolder(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw FolderFault.unusable(folder, e);
        }
    }

    /** The id in a locked folder; made if there is none. */
    static UUID nodeId(Path folder) throws IOException {
        Path file = folder.resolve(NODE_ID);
        if (Files.notExists(file)) {
            UUID made = UUID.randomUUID();
            replace(file, made + "\n");
            return made;
        }
        return parsed(file, Files.readString(file, StandardCharsets.ISO_8859_1).strip());
    }

    private static UUID parsed(Path file, String text) {
        if (!text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
            throw new NodeException(
                    "%s is damaged: %d characters, want a UUID; put it back, or delete the file and the node joins as a new one"
                            .formatted(file, text.length()));
        }
        return UUID.fromString(text);
    }

    /** A reader sees the old text or the new one, also after a power cut. */
    static void replace(Path file, String text) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try (FileChannel channel =
                FileChannel.open(
                        partial,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(parent(file), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static Path parent(Path file) {
        return file.resolveSibling(".");
    }
}
