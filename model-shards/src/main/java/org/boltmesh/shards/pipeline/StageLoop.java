package org.boltmesh.shards.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stage other than the head does: takes plans in order, runs its layers on the activations
 * of the stage before, and sends on what it got: activations, or tokens where it is the last. It
 * keeps what it sent until the next plan, and sends it again when a plan comes again.
 *
 * <p>Not thread-safe: the thread that owns the runner calls {@link #doWork}. Allocates nothing per
 * step, but for sequences that begin and for failures.
 */
public final class StageLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StageLoop.class);

    private final StageRole role;
    private final StepRunner runner;
    private final StageLinks links;
    private final StepObserver observer;
    private final PipelineCounters counters = new PipelineCounters();
    private final StepOrder order = new StepOrder();
    private final PlanReader plan;
    private final SequenceTable sequences;
    private final Optional<SequenceSampler> sampler;
    private final SampledTokens sampled = new SampledTokens();
    private final Arena arena = Arena.ofShared();
    private final ActivationsSlot input;
    private final StageAnswer answer;
    private final Inlet.Handler onPlan = this::onPlan;
    private final Inlet.Handler onActivations = this::onActivations;

    /**
     * A stage at work over {@code runner}, which stays the caller's.
     *
     * @throws IllegalArgumentException for the role of a head
     */
    public StageLoop(StageRole role, StepRunner runner, StageLinks links, StepObserver observer) {
        if (role.stage() == 0) {
            throw new IllegalArgumentException("stage 0 is the head, want 1 or more");
        }
        this.role = role;
        this.runner = runner;
        this.links = links;
        this.observer = observer;
        PipelineLimits limits = role.limits();
        int vocabularySize = runner.info().vocabularySize();
        plan = new PlanReader(limits, vocabularySize);
        sequences = new SequenceTable(limits.sequencesMax());
        sampler =
                role.isLast()
                        ? Optional.of(new SequenceSampler(vocabularySize, limits.sequencesMax()))
                        : Optional.empty();
        input = new ActivationsSlot(arena, limits.microBatchMax(), runner.embeddingSize());
        answer = new StageAnswer(arena, role, runner.embeddingSize(), links);
    }

    /** What was not used. Any thread. */
    public PipelineCounters counters() {
        return counters;
    }

    /** Whether tokens of a sequence are known here. */
    public boolean isOpen(int sequence) {
        return sequences.isOpen(sequence)
                || sampler.filter(held -> held.isOpen(sequence)).isPresent();
    }

    /** Does what there is to do now and returns how much it was; 0 to wait a little. */
    public int doWork() {
        int work = links.plans().poll(onPlan) + links.activations().poll(onActivations);
        if (order.isPending() && input.holds(order.planned())) {
            compute();
            work++;
        }
        return work + answer.send() + links.doWork();
    }

    private void onPlan(MemorySegment message, long lengthBytes) {
        if (!isFrom(message, lengthBytes, MessageHeader.PLAN, 0)) {
            return;
        }
        long step = MessageHeader.step(message);
        switch (order.decide(step)) {
            case TAKE -> take(message, lengthBytes);
            case REPEAT -> repeat();
            case STALE -> counters.countStale();
            case GAP -> reportGap(step);
        }
    }

    private boolean isFrom(MemorySegment message, long lengthBytes, int type, int stage) {
        if (!MessageHeader.isSound(message, lengthBytes)
                || MessageHeader.type(message) != type
                || MessageHeader.stage(message) != stage) {
            counters.countMalformed();
            return false;
        }
        if (MessageHeader.epoch(message) != role.epoch()) {
            counters.countStale();
            return false;
        }
        return true;
    }

    private void take(MemorySegment message, long lengthBytes) {
        if (order.isPending()) {
            giveUp();
        }
        order.take();
        Optional<String> problem = plan.read(message, lengthBytes);
        if (problem.isEmpty()) {
            releaseOthers(plan.liveSequences());
            forget(plan.spoiltSequences());
            problem = sequences.problem(plan.step());
        }
        if (problem.isPresent()) {
            fail(PipelineException.Kind.INVALID, problem.get());
        } else if (sampler.isPresent()) {
            openSequences(sampler.get());
        }
    }

    private void giveUp() {
        closeSequences();
        order.conclude();
    }

    private void closeSequences() {
        sequences.close(plan.step());
        for (int chunk = 0; sampler.isPresent() && chunk < plan.step().chunkCount(); chunk++) {
            sampler.get().release(plan.step().sequence(chunk));
        }
    }

    private void releaseOthers(int live) {
        for (int sequence = 0; sequence < sequences.sequencesMax(); sequence++) {
            if ((live >>> sequence & 1) == 0) {
                sequences.close(sequence);
                if (sampler.isPresent()) {
                    sampler.get().release(sequence);
                }
            }
        }
    }

    private void forget(int spoilt) {
        for (int sequence = 0; sequence < sequences.sequencesMax(); sequence++) {
            if ((spoilt >>> sequence & 1) == 1) {
                sequences.close(sequence);
                runner.forget(sequence);
            }
        }
    }

    private void openSequences(SequenceSampler target) {
        Step step = plan.step();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            Optional<SequenceOptions> options = plan.options(chunk);
            if (options.isPresent()) {
                target.open(step.sequence(chunk), options.get());
            }
        }
    }

    private void repeat() {
        counters.countRepeated();
        answer.status(order.planned(), !order.isPending());
        if (!order.isPending()) {
            answer.again();
        }
    }

    private void reportGap(long step) {
        counters.countRefused();
        String problem =
                "a plan of step %d came after step %d, want step %d; the pipeline has to be joined anew"
                        .formatted(step, order.planned(), order.planned() + 1);
        LOG.warn("stage {}: {}", role.stage(), problem);
        answer.failure(step, PipelineException.Kind.GAP, problem);
    }

    private void onActivations(MemorySegment message, long lengthBytes) {
        if (!isFrom(message, lengthBytes, MessageHeader.ACTIVATIONS, role.stage() - 1)) {
            return;
        }
        long step = MessageHeader.step(message);
        if (!order.canUse(step) || input.holds(step)) {
            counters.countStale();
        } else if (!input.take(message, lengthBytes, step)) {
            counters.countMalformed();
        }
    }

    private void compute() {
        Step step = plan.step();
        if (input.tokenCount() != step.tokenCount()) {
            fail(
                    PipelineException.Kind.INVALID,
                    "activations of %d tokens came, want %d"
                            .formatted(input.tokenCount(), step.tokenCount()));
            return;
        }
        observer.stepStarted();
        try {
            compute(step);
            order.conclude();
        } catch (ModelException e) {
            LOG.warn("stage {} refuses a step: {}", role.stage(), e.getMessage());
            fail(PipelineException.Kind.REFUSED, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("stage {}: a step failed", role.stage(), e);
            fail(PipelineException.Kind.INTERNAL, "a step of the model failed: " + e);
        } finally {
            observer.stepEnded();
        }
    }

    private void compute(Step step) {
        if (step.chunkCount() > 0) {
            runner.run(step, input.activations());
            sequences.advance(step);
        }
        if (sampler.isPresent()) {
            sampler.get().sample(step, runner, sampled);
            answer.result(order.planned(), sampled);
        } else {
            answer.activations(order.planned(), step, runner);
        }
    }

    private void fail(PipelineException.Kind kind, String problem) {
        counters.countRefused();
        closeSequences();
        order.conclude();
        answer.failure(order.planned(), kind, problem);
    }

    /** Closes the channels. */
    @Override
    public void close() {
        links.close();
        arena.close();
    }
}
