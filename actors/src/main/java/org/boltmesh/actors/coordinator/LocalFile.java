package org.boltmesh.actors.coordinator;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.UUID;
import org.boltmesh.shards.engine.GgufModelLoader;
import org.boltmesh.shards.gguf.GgufException;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.ModelFingerprint;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ModelFootprint;

/** Looks at a model's file on this node. Reads a few MiB of it: blocks. */
final class LocalFile {
    private LocalFile() {}

    static FileReport describe(UUID node, ModelSpec spec, FileHashes hashes) {
        try {
            Path path = Path.of(spec.file());
            GgufFile gguf = GgufFile.open(path);
            ModelFootprint footprint =
                    GgufModelLoader.footprint(gguf, spec.loadOptions(Long.MAX_VALUE));
            return FileReport.of(
                    node,
                    new FileFacts(
                            path.toString(),
                            ModelFingerprint.of(gguf),
                            hashes.of(gguf.parts()),
                            footprint));
        } catch (GgufException | ModelException e) {
            return FileReport.problem(node, String.valueOf(e.getMessage()));
        } catch (InvalidPathException e) {
            return FileReport.problem(node, "\"%s\" is no path".formatted(spec.file()));
        }
    }
}
