package org.boltmesh.shards.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs steps of a model whose first layers are here: tells all stages the plan, computes its own
 * layers, passes the activations on, and waits for the tokens of the last stage. One step is under
 * way at a time. What does not arrive is sent again; a stage that stays silent fails the step, and
 * with it all later ones, until the pipeline is joined anew under a higher epoch.
 *
 * <p>Not thread-safe: the step loop owns it. Allocates nothing per step, but for logprobs.
 */
public final class PipelineHead implements StepExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(PipelineHead.class);

    private final StageRole role;
    private final StepRunner runner;
    private final HeadLinks links;
    private final LongSupplier clock;
    private final Idle idle;
    private final ShardInfo info;
    private final StepWatch watch;
    private final StageStatuses statuses;
    private final PipelineCounters counters = new PipelineCounters();
    private final List<Optional<SequenceOptions>> options;
    private final SampledTokens sampled = new SampledTokens();
    private final Step nothing = new Step();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment plan;
    private final MemorySegment activations;
    private final MemorySegment activationsBody;
    private final boolean[] plansDue;
    private final Inlet.Handler onReport = this::onReport;

    private long stepNumber;
    private Step step = nothing;
    private int liveSequences;
    private int spoiltSequences;
    private boolean isSettled = true;
    private long planLengthBytes;
    private long activationsLengthBytes;
    private boolean areActivationsDue;
    private int polledStage;
    private boolean isAnswered;
    private Optional<PipelineException> failure = Optional.empty();
    private Optional<PipelineException> lasting = Optional.empty();

    /**
     * A head over {@code runner}, which stays the caller's.
     *
     * @param clock nanoseconds, as {@link System#nanoTime()}
     * @param idle is asked while a step is under way elsewhere
     */
    public PipelineHead(
            StageRole role,
            PipelineTimes times,
            StepRunner runner,
            HeadLinks links,
            LongSupplier clock,
            Idle idle) {
        if (role.stage() != 0 || role.isLast()) {
            throw new IllegalArgumentException(
                    "stage %d of %d, want 0 of 2 or more"
                            .formatted(role.stage(), role.stageCount()));
        }
        this.role = role;
        this.runner = runner;
        this.links = links;
        this.clock = clock;
        this.idle = idle;
        PipelineLimits limits = role.limits();
        info =
                runner.info()
                        .within(limits.contextMax(), limits.sequencesMax(), limits.microBatchMax());
        watch = new StepWatch(times);
        statuses = new StageStatuses(role.stageCount());
        options = new ArrayList<>(Collections.nCopies(limits.sequencesMax(), Optional.empty()));
        plan = arena.allocate(PlanLayout.lengthMaxBytes(limits), 64);
        activations = arena.allocate(limits.activationsMaxBytes(runner.embeddingSize()), 64);
        activationsBody = activations.asSlice(ActivationsMessage.BODY_OFFSET);
        plansDue = new boolean[links.plans().size()];
    }

    @Override
    public ShardInfo info() {
        return info;
    }

    /** What was not used. Any thread. */
    public PipelineCounters counters() {
        return counters;
    }

    @Override
    public void open(int sequence, SequenceOptions sequenceOptions) {
        options.set(sequence, Optional.of(sequenceOptions));
        liveSequences |= 1 << sequence;
    }

    @Override
    public void release(int sequence) {
        if (options.get(sequence).isPresent()) {
            options.set(sequence, Optional.empty());
            liveSequences &= ~(1 << sequence);
            isSettled = false;
        }
    }

    @Override
    public void run(Step newStep) {
        if (lasting.isPresent()) {
            throw lasting.get().again();
        }
        check(newStep);
        // A step that fails here has not begun anywhere else, and leaves no gap.
        if (newStep.chunkCount() > 0) {
            compute(newStep);
        }
        begin(newStep);
        awaitAnswer();
        isSettled = true;
        spoiltSequences = 0;
        noteBadLogits();
    }

    private void compute(Step newStep) {
        try {
            runner.run(newStep);
            runner.activations(newStep, activationsBody);
        } catch (ModelException e) {
            throw e;
        } catch (RuntimeException e) {
            spoil(newStep);
            throw e;
        }
    }

    /** What a step that broke off has stored may be anything, on any stage. */
    private void spoil(Step broken) {
        for (int chunk = 0; chunk < broken.chunkCount(); chunk++) {
            spoil(broken.sequence(chunk));
        }
    }

    /** Cells that no token looks at must hold numbers all the same. */
    private void spoil(int sequence) {
        runner.forget(sequence);
        spoiltSequences |= 1 << sequence;
        isSettled = false;
    }

    private void noteBadLogits() {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            if (sampled.kind(chunk) == SampledTokens.Kind.BAD_LOGITS) {
                spoil(step.sequence(chunk));
            }
        }
    }

    private void begin(Step newStep) {
        step = newStep;
        planLengthBytes =
                PlanWriter.write(
                        plan, role, stepNumber + 1, liveSequences, spoiltSequences, step, options);
        stepNumber++;
        activationsLengthBytes =
                ActivationsMessage.writeHead(
                        activations, role, stepNumber, step, runner.embeddingSize());
        isAnswered = false;
        failure = Optional.empty();
        statuses.clear();
        setPlansDue();
        areActivationsDue = true;
    }

    /** The runner may have been loaded for more than the other stages were. */
    private void check(Step newStep) {
        if (newStep.tokenCount() > role.limits().microBatchMax()) {
            throw new ModelException(
                    "step of %d tokens, want at most %d"
                            .formatted(newStep.tokenCount(), role.limits().microBatchMax()));
        }
    }

    private void setPlansDue() {
        for (int index = 0; index < plansDue.length; index++) {
            plansDue[index] = true;
        }
    }

    private boolean arePlansDue() {
        for (boolean due : plansDue) {
            if (due) {
                return true;
            }
        }
        return false;
    }

    private int sendDue() {
        int work = 0;
        for (int index = 0; index < plansDue.length; index++) {
            if (plansDue[index] && links.plans().get(index).offer(plan, planLengthBytes)) {
                plansDue[index] = false;
                work++;
            }
        }
        if (areActivationsDue && links.activations().offer(activations, activationsLengthBytes)) {
            areActivationsDue = false;
            work++;
        }
        return work;
    }

    private void awaitAnswer() {
        watch.start(clock.getAsLong());
        while (true) {
            int work = sendDue() + links.doWork() + pollReports();
            // The next plan must not reach a stage that has not got this one.
            if (failure.isPresent() && !arePlansDue()) {
                throw failed(failure.get());
            }
            if (isAnswered) {
                return;
            }
            switch (watch.decide(clock.getAsLong())) {
                case WAIT -> passTime(work);
                case RESEND -> resend();
                case GIVE_UP -> throw failed(timeout());
            }
        }
    }

    /** A stage that has joined another epoch already will never answer. */
    private void passTime(int work) {
        if (idle.isOver()) {
            throw failed(
                    new PipelineException(
                            PipelineException.Kind.TIMEOUT,
                            role.stage(),
                            stepNumber,
                            "broken off, as the pipeline is joined anew"));
        }
        idle.idle(work);
    }

    private int pollReports() {
        int work = 0;
        for (int index = 0; index < plansDue.length; index++) {
            polledStage = index + 1;
            work += links.reports().get(index).poll(onReport);
        }
        return work;
    }

    private void resend() {
        counters.countRepeated();
        LOG.debug("step {} is sent again", stepNumber);
        statuses.clear();
        setPlansDue();
        areActivationsDue = true;
    }

    private PipelineException timeout() {
        int stage = statuses.culprit();
        return new PipelineException(
                PipelineException.Kind.TIMEOUT,
                stage,
                stepNumber,
                "it %s, after %,d ms; the pipeline has to be joined anew"
                        .formatted(statuses.describe(stage), watch.timeoutNs() / 1_000_000));
    }

    private PipelineException failed(PipelineException reason) {
        if (reason.kind() == PipelineException.Kind.INTERNAL) {
            spoil(step);
        }
        if (reason.kind().isLasting()) {
            LOG.error("the pipeline of epoch {} is broken: {}", role.epoch(), reason.getMessage());
            lasting = Optional.of(reason);
        }
        return reason;
    }

    private void onReport(MemorySegment message, long lengthBytes) {
        if (!MessageHeader.isSound(message, lengthBytes)
                || MessageHeader.stage(message) != polledStage) {
            counters.countMalformed();
            return;
        }
        if (MessageHeader.epoch(message) != role.epoch()
                || MessageHeader.step(message) != stepNumber
                || isAnswered) {
            counters.countStale();
            return;
        }
        if (!isTaken(message, lengthBytes)) {
            counters.countMalformed();
        }
    }

    /** Takes a report on the present step; false for a malformed one. */
    private boolean isTaken(MemorySegment message, long lengthBytes) {
        return switch (MessageHeader.type(message)) {
            case MessageHeader.RESULT -> {
                isAnswered =
                        polledStage == role.stageCount() - 1
                                && ResultMessage.read(
                                        message, lengthBytes, step, info.vocabularySize(), sampled);
                yield isAnswered;
            }
            case MessageHeader.FAILURE -> {
                failure = FailureMessage.read(message, lengthBytes);
                failure.ifPresent(_ -> counters.countRefused());
                yield failure.isPresent();
            }
            case MessageHeader.STATUS -> isStatusTaken(message, lengthBytes);
            default -> false;
        };
    }

    private boolean isStatusTaken(MemorySegment message, long lengthBytes) {
        boolean isSound = StatusMessage.isSound(message, lengthBytes);
        if (isSound) {
            statuses.note(polledStage, StatusMessage.isDone(message));
        }
        return isSound;
    }

    @Override
    public SampledTokens sampled() {
        return sampled;
    }

    @Override
    public boolean isSettled() {
        return isSettled || lasting.isPresent();
    }

    @Override
    public void settle() {
        if (!isSettled()) {
            run(nothing);
        }
    }

    @Override
    public void close() {
        links.close();
        arena.close();
    }
}
