package org.boltmesh.shards.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.pipeline.PipelineException;
import org.boltmesh.shards.pipeline.SampledTokens;
import org.boltmesh.shards.pipeline.StepExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole model at work, wherever its layers are: runs one step after another. Not thread-safe: the
 * step loop owns it.
 */
final class ModelService implements EngineWork {
    /** Generations that may wait for a sequence. */
    static final int WAITING_MAX = 64;

    private static final Logger LOG = LoggerFactory.getLogger(ModelService.class);

    private final StepExecutor executor;
    private final LongSupplier clock;
    private final StepScheduler scheduler;
    private final Step step = new Step();
    private final Set<Integer> endTokens;

    /** A service that closes the executor in the end. */
    ModelService(StepExecutor executor, VocabularyFacts vocabulary, LongSupplier clock) {
        this.executor = executor;
        this.clock = clock;
        ShardInfo info = executor.info();
        scheduler = new StepScheduler(info.sequencesMax(), info.microBatchMax(), WAITING_MAX);
        endTokens = new HashSet<>(vocabulary.endTokens());
    }

    @Override
    public void submit(Generation generation) {
        if (!scheduler.offer(generation)) {
            generation.fail(FailureCode.QUEUE_FULL, queueFull());
        }
    }

    /** The sentence that refuses one generation too many. */
    static String queueFull() {
        return "%d requests wait already, want at most as many; try again later"
                .formatted(WAITING_MAX);
    }

    @Override
    public void cancel(Generation generation) {
        if (remove(generation)) {
            generation.finish(FinishReason.CANCELLED);
        }
    }

    @Override
    public void cancelAll(EventSink sink) {
        scheduler.forEach(
                generation -> {
                    if (generation.sink().equals(sink)) {
                        cancel(generation);
                    }
                });
    }

    /** Gives its sequence back; false for one that is not here. */
    private boolean remove(Generation generation) {
        int sequence = generation.sequence();
        boolean known = scheduler.remove(generation);
        if (known && sequence != Generation.NO_SEQUENCE) {
            executor.release(sequence);
        }
        return known;
    }

    @Override
    public boolean isIdle() {
        return scheduler.activeCount() == 0 && executor.isSettled();
    }

    @Override
    public boolean step() {
        if (!scheduler.compose(step)) {
            settle();
            return false;
        }
        long startNs = clock.getAsLong();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            Generation generation = scheduler.inStep(chunk);
            generation.noteStart(startNs);
            if (step.position(chunk) == 0) {
                executor.open(step.sequence(chunk), generation.options());
            }
        }
        if (run()) {
            take();
        }
        return true;
    }

    private void settle() {
        try {
            executor.settle();
        } catch (PipelineException e) {
            LOG.warn("other stages could not be told what ended: {}", e.getMessage());
        }
    }

    private boolean run() {
        try {
            executor.run(step);
            return true;
        } catch (ModelException e) {
            LOG.warn("a step was refused: {}", e.getMessage());
            failStep(FailureCode.MODEL, String.valueOf(e.getMessage()));
        } catch (PipelineException e) {
            LOG.warn("a step failed: {}", e.getMessage());
            failStep(code(e), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a step failed", e);
            failStep(FailureCode.INTERNAL, "a step of the model failed: " + e);
        }
        return false;
    }

    private static FailureCode code(PipelineException failure) {
        return failure.kind() == PipelineException.Kind.REFUSED
                ? FailureCode.MODEL
                : FailureCode.PIPELINE;
    }

    private void failStep(FailureCode code, String message) {
        List<Generation> failed = new ArrayList<>();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            failed.add(scheduler.inStep(chunk));
        }
        for (Generation generation : failed) {
            fail(generation, code, message);
        }
    }

    private void fail(Generation generation, FailureCode code, String message) {
        remove(generation);
        generation.fail(code, message);
    }

    private void take() {
        long nowNs = clock.getAsLong();
        SampledTokens sampled = executor.sampled();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            Generation generation = scheduler.inStep(chunk);
            generation.advance(step.length(chunk));
            if (step.wantsLogits(chunk)) {
                generation.noteLogits(nowNs);
                take(generation, sampled, chunk);
            }
        }
    }

    private void take(Generation generation, SampledTokens sampled, int chunk) {
        switch (sampled.kind(chunk)) {
            case TOKEN -> takeToken(generation, sampled, chunk);
            case BAD_LOGITS -> {
                LOG.error("no token can be chosen: {}", sampled.message(chunk));
                fail(generation, FailureCode.MODEL, sampled.message(chunk));
            }
            case BAD_OPTIONS ->
                    fail(generation, FailureCode.INVALID_REQUEST, sampled.message(chunk));
            case NONE -> throw new IllegalStateException("no token for chunk %d".formatted(chunk));
        }
    }

    private void takeToken(Generation generation, SampledTokens sampled, int chunk) {
        int token = sampled.token(chunk);
        if (generation.request().stopOnEnd() && endTokens.contains(token)) {
            end(generation, FinishReason.STOP);
            return;
        }
        generation.append(token, sampled.logprobs(chunk));
        if (generation.isFull()) {
            end(generation, FinishReason.LENGTH);
        }
    }

    private void end(Generation generation, FinishReason reason) {
        remove(generation);
        generation.finish(reason);
    }

    @Override
    public int activeCount() {
        return scheduler.activeCount();
    }

    @Override
    public int waitingCount() {
        return scheduler.waitingCount();
    }

    @Override
    public void close(FailureCode code, String reason) {
        scheduler.forEach(
                generation -> {
                    scheduler.remove(generation);
                    generation.fail(code, reason);
                });
        executor.close();
    }
}
