package org.boltmesh.shards.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.LogitsException;
import org.boltmesh.shards.sampling.Sampler;
import org.boltmesh.shards.sampling.SamplingOptionException;
import org.boltmesh.shards.sampling.TokenLogprob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A loaded model at work: runs one step after another. Not thread-safe: the step loop owns it. */
final class ModelService implements AutoCloseable {
    /** Generations that may wait for a sequence. */
    static final int WAITING_MAX = 64;

    private static final Logger LOG = LoggerFactory.getLogger(ModelService.class);

    private final LoadedModel model;
    private final LongSupplier clock;
    private final StepScheduler scheduler;
    private final Step step = new Step();
    private final float[] logits;
    private final Sampler sampler;
    private final Set<Integer> endTokens;

    ModelService(LoadedModel model, LongSupplier clock) {
        this.model = model;
        this.clock = clock;
        ShardInfo info = model.runner().info();
        scheduler = new StepScheduler(info.sequencesMax(), info.microBatchMax(), WAITING_MAX);
        logits = new float[info.vocabularySize()];
        sampler = new Sampler(info.vocabularySize());
        endTokens = new HashSet<>(model.vocabulary().endTokens());
    }

    void submit(Generation generation) {
        if (!scheduler.offer(generation)) {
            generation.fail(FailureCode.QUEUE_FULL, queueFull());
        }
    }

    /** The sentence that refuses one generation too many. */
    static String queueFull() {
        return "%d requests wait already, want at most as many; try again later"
                .formatted(WAITING_MAX);
    }

    void cancel(Generation generation) {
        if (scheduler.remove(generation)) {
            generation.finish(FinishReason.CANCELLED);
        }
    }

    /** Cancels what would send to {@code sink}. */
    void cancelAll(EventSink sink) {
        scheduler.forEach(
                generation -> {
                    if (generation.sink().equals(sink)) {
                        cancel(generation);
                    }
                });
    }

    /** Runs one step; false when there was nothing to do. */
    boolean step() {
        if (!scheduler.compose(step)) {
            return false;
        }
        long startNs = clock.getAsLong();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            scheduler.inStep(chunk).noteStart(startNs);
        }
        if (run()) {
            take();
        }
        return true;
    }

    private boolean run() {
        try {
            model.runner().run(step);
            return true;
        } catch (ModelException e) {
            LOG.warn("a step was refused: {}", e.getMessage());
            failStep(FailureCode.MODEL, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a step failed", e);
            forgetStep();
            failStep(FailureCode.INTERNAL, "a step of the model failed: " + e);
        }
        return false;
    }

    /** What a step that broke off has stored may be anything. */
    private void forgetStep() {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            model.runner().forget(step.sequence(chunk));
        }
    }

    private void failStep(FailureCode code, String message) {
        List<Generation> failed = new ArrayList<>();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            failed.add(scheduler.inStep(chunk));
        }
        for (Generation generation : failed) {
            scheduler.remove(generation);
            generation.fail(code, message);
        }
    }

    private void take() {
        long nowNs = clock.getAsLong();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            Generation generation = scheduler.inStep(chunk);
            generation.advance(step.length(chunk));
            if (step.wantsLogits(chunk)) {
                model.runner().logits(chunk, logits);
                generation.noteLogits(nowNs);
                choose(generation);
            }
        }
    }

    private void choose(Generation generation) {
        EngineRequest.Generate request = generation.request();
        try {
            takeToken(
                    generation,
                    sampler.sample(
                            request.sampling(), logits, generation.history(), request.choice()));
        } catch (LogitsException e) {
            LOG.error("no token can be chosen", e);
            model.runner().forget(generation.sequence());
            fail(generation, FailureCode.MODEL, e);
        } catch (SamplingOptionException e) {
            fail(generation, FailureCode.INVALID_REQUEST, e);
        }
    }

    private void fail(Generation generation, FailureCode code, RuntimeException reason) {
        scheduler.remove(generation);
        generation.fail(code, String.valueOf(reason.getMessage()));
    }

    private void takeToken(Generation generation, int token) {
        if (generation.request().stopOnEnd() && endTokens.contains(token)) {
            end(generation, FinishReason.STOP);
            return;
        }
        generation.append(token, logprobs(generation, token));
        if (generation.isFull()) {
            end(generation, FinishReason.LENGTH);
        }
    }

    private List<TokenLogprob> logprobs(Generation generation, int token) {
        int count = generation.request().sampling().logprobs();
        if (count == 0) {
            return List.of();
        }
        List<TokenLogprob> logprobs = new ArrayList<>();
        logprobs.add(sampler.logprob(logits, token));
        logprobs.addAll(sampler.topLogprobs(logits, count));
        return logprobs;
    }

    private void end(Generation generation, FinishReason reason) {
        scheduler.remove(generation);
        generation.finish(reason);
    }

    int activeCount() {
        return scheduler.activeCount();
    }

    int waitingCount() {
        return scheduler.waitingCount();
    }

    /** Ends what runs and frees the model. */
    @Override
    public void close() {
        scheduler.forEach(
                generation -> {
                    scheduler.remove(generation);
                    generation.fail(FailureCode.STOPPING, "the engine is shutting down");
                });
        model.close();
    }
}
