package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;

/** Keeps a hash over the bits of all logits that were asked for, by sequence and position. */
final class LogitsRecorder implements StepRunner {
    record Place(int sequence, int position) {}

    private final StepRunner runner;
    private final Map<Place, Integer> hashes = new HashMap<>();
    private final boolean replayBitEqual;
    private Step last = new Step();

    LogitsRecorder(StepRunner runner) {
        this.runner = runner;
        replayBitEqual = runner.info().replayBitEqual();
    }

    /** Whether the runner claimed it. */
    boolean replayBitEqual() {
        return replayBitEqual;
    }

    /** What was recorded, by the place of the token that the logits follow. */
    Map<Place, Integer> hashes() {
        return hashes;
    }

    @Override
    public ShardInfo info() {
        return runner.info();
    }

    @Override
    public LayerRange range() {
        return runner.range();
    }

    @Override
    public int embeddingSize() {
        return runner.embeddingSize();
    }

    @Override
    public void run(Step step, MemorySegment activations) {
        last = step;
        runner.run(step, activations);
    }

    @Override
    public void activations(Step step, MemorySegment destination) {
        runner.activations(step, destination);
    }

    @Override
    public void logits(int chunk, float[] destination) {
        runner.logits(chunk, destination);
        int hash = 1;
        for (float logit : destination) {
            hash = 31 * hash + Float.floatToRawIntBits(logit);
        }
        int position = last.position(chunk) + last.length(chunk) - 1;
        hashes.put(new Place(last.sequence(chunk), position), hash);
    }

    @Override
    public void forget(int sequence) {
        runner.forget(sequence);
    }

    @Override
    public void close() {
        runner.close();
    }
}
