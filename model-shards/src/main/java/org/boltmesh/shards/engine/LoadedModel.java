package org.boltmesh.shards.engine;

import org.boltmesh.shards.model.StepRunner;

/** A loaded shard with what belongs to it. The step loop owns it and closes all of it. */
public record LoadedModel(StepRunner runner, TextEncoder encoder, VocabularyFacts vocabulary)
        implements AutoCloseable {
    @Override
    public void close() {
        try (runner) {
            encoder.close();
        }
    }
}
