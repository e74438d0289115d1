package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * What changes when a file does.
 *
 * @param sizeBytes of the file
 * @param modifiedNs since 1970, as fine as the file system has it
 * @param key of the file behind the path, where the system has such
 */
record FileState(long sizeBytes, long modifiedNs, String key) {

    static FileState of(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return new FileState(
                attributes.size(),
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                String.valueOf(attributes.fileKey()));
    }

    /**
     * Checks that a file is still as it was.
     *
     * @throws GgufException when it is not
     */
    void requireSame(Path path) throws IOException {
        FileState now = of(path);
        if (!now.equals(this)) {
            throw changed(path, now.sizeBytes());
        }
    }

    GgufException changed(Path path, long sizeNowBytes) {
        return new GgufException(
                "%s: changed while it was read, from %,d bytes to %,d; is it still being written? Try again when it is complete"
                        .formatted(path, sizeBytes, sizeNowBytes));
    }
}
