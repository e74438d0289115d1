package org.boltmesh.shards.library;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a ggml may be.
 *
 * @param folders looked into in this order; the first with a ggml counts
 */
public record GgmlPlace(GgmlSource source, List<Path> folders) {
    public GgmlPlace {
        folders = List.copyOf(folders);
    }

    @Override
    public String toString() {
        return source
                + folders.stream().map(Path::toString).collect(Collectors.joining(", ", " (", ")"));
    }
}
