package org.boltmesh.shards.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.sampling.SamplingOptions;

/** Requests as tests need them. */
final class Requests {
    static final SamplingOptions GREEDY = SamplingOptions.greedy();

    private Requests() {}

    static EngineRequest.Generate generate(long requestId, List<Integer> prompt, int maxTokens) {
        return new EngineRequest.Generate(requestId, prompt, GREEDY, maxTokens, 0, false);
    }

    static EngineRequest.Load load(String model) {
        return new EngineRequest.Load(1, model, LayerRange.ALL, options(4096, 16, 2));
    }

    static LoadOptions options(int context, int microBatch, int sequences) {
        return new LoadOptions(
                OptionalInt.of(context),
                KvType.F32,
                microBatch,
                sequences,
                OptionalInt.of(1),
                Optional.empty(),
                OptionalLong.empty());
    }
}
