package org.boltmesh.shards.library;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A ggml that looks usable: its files exist, are whole and are made for this machine.
 *
 * @param source where it came from
 * @param folder the folder it was found in
 * @param libraries the files to load, in this order, links resolved
 * @param backendFolder where {@code ggml_backend_load_all_from_path} finds the backends (one {@code
 *     libggml-cpu-*.so} per kind of processor, {@code libggml-metal.so}); empty where they are
 *     linked into the libraries
 */
public record GgmlCandidate(
        GgmlSource source, Path folder, List<Path> libraries, Optional<Path> backendFolder) {
    public GgmlCandidate {
        libraries = List.copyOf(libraries);
        if (libraries.isEmpty()) {
            throw new IllegalArgumentException("no library in " + folder);
        }
    }

    @Override
    public String toString() {
        return source + " ggml in " + folder;
    }
}
