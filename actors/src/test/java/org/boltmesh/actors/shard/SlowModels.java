package org.boltmesh.actors.shard;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.boltmesh.shards.engine.EngineRequest;
import org.boltmesh.shards.engine.LoadedModel;
import org.boltmesh.shards.engine.ModelLoader;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;

/** Real models whose steps take long enough for something to happen in mid-answer. */
record SlowModels(ModelLoader real, long stepMs) implements ModelLoader {
    @Override
    public LoadedModel load(EngineRequest.Load load, Progress progress) {
        LoadedModel model = real.load(load, progress);
        return new LoadedModel(
                new Runner(model.runner(), TimeUnit.MILLISECONDS.toNanos(stepMs)),
                model.encoder(),
                model.vocabulary());
    }

    private record Runner(StepRunner real, long stepNs) implements StepRunner {
        @Override
        public ShardInfo info() {
            return real.info();
        }

        @Override
        public LayerRange range() {
            return real.range();
        }

        @Override
        public int embeddingSize() {
            return real.embeddingSize();
        }

        @Override
        public void run(Step step, MemorySegment activations) {
            LockSupport.parkNanos(stepNs);
            real.run(step, activations);
        }

        @Override
        public void activations(Step step, MemorySegment destination) {
            real.activations(step, destination);
        }

        @Override
        public void logits(int chunk, float[] destination) {
            real.logits(chunk, destination);
        }

        @Override
        public void forget(int sequence) {
            real.forget(sequence);
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
