package org.boltmesh.shards.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;

/**
 * What a stage has to send: the outcome of its present step, kept so that it can be sent again, and
 * a word on where it is.
 */
final class StageAnswer {
    private final StageRole role;
    private final int embeddingSize;
    private final StageLinks links;
    private final MemorySegment outcome;
    private final MemorySegment outgoing;
    private final MemorySegment status;
    private Outlet receiver;
    private long lengthBytes;
    private boolean isOutcomeDue;
    private boolean isStatusDue;

    StageAnswer(Arena arena, StageRole role, int embeddingSize, StageLinks links) {
        this.role = role;
        this.embeddingSize = embeddingSize;
        this.links = links;
        long activationsMax = role.isLast() ? 0 : role.limits().activationsMaxBytes(embeddingSize);
        outcome = arena.allocate(Math.max(activationsMax, reportMaxBytes()), 64);
        outgoing = outcome.asSlice(ActivationsMessage.BODY_OFFSET);
        status = arena.allocate(StatusMessage.LENGTH_BYTES, 64);
        receiver = links.reports();
    }

    /** Bytes of the longest message to the head. */
    static long reportMaxBytes() {
        return Math.max(ResultMessage.lengthMaxBytes(), FailureMessage.lengthMaxBytes());
    }

    /** Passes on what the runner computed. */
    void activations(long stepNumber, Step step, StepRunner runner) {
        if (step.chunkCount() > 0) {
            runner.activations(step, outgoing);
        }
        lengthBytes = ActivationsMessage.writeHead(outcome, role, stepNumber, step, embeddingSize);
        receiver = links.next().orElseThrow();
        isOutcomeDue = true;
    }

    void result(long stepNumber, SampledTokens sampled) {
        report(ResultMessage.write(outcome, role, stepNumber, sampled));
    }

    void failure(long stepNumber, PipelineException.Kind kind, String problem) {
        report(FailureMessage.write(outcome, role, stepNumber, kind, problem));
    }

    private void report(long newLengthBytes) {
        lengthBytes = newLengthBytes;
        receiver = links.reports();
        isOutcomeDue = true;
    }

    void status(long stepNumber, boolean done) {
        StatusMessage.write(status, role, stepNumber, done);
        isStatusDue = true;
    }

    /** Sends the outcome once more. */
    void again() {
        isOutcomeDue = true;
    }

    /** Sends what is due, as far as the channels take it; returns how many messages went. */
    int send() {
        int work = 0;
        if (isOutcomeDue && receiver.offer(outcome, lengthBytes)) {
            isOutcomeDue = false;
            work++;
        }
        // One message after the other: a new one would take the place of one that is under way.
        boolean isBlocked = isOutcomeDue && receiver.equals(links.reports());
        if (isStatusDue
                && !isBlocked
                && links.reports().offer(status, StatusMessage.LENGTH_BYTES)) {
            isStatusDue = false;
            work++;
        }
        return work;
    }
}
