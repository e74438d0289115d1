package org.boltmesh.shards.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.boltmesh.shards.model.Step;

/**
 * Decides what the next step computes. Each active generation gets one token of a step, so that
 * nobody starves; what is left of the micro-batch goes to prompts, the oldest first. Where a
 * micro-batch is smaller than the number of generations, they take turns.
 *
 * <p>Pure: no clock, no thread, no model. The step loop owns it.
 */
final class StepScheduler {
    private final int microBatchMax;
    private final int waitingMax;
    private final ArrayDeque<Generation> waiting = new ArrayDeque<>();
    private final List<Generation> active = new ArrayList<>();
    private final boolean[] sequenceTaken;
    private final int[] shares;
    private final List<Generation> inStep = new ArrayList<>();
    private int turn;

    /**
     * A scheduler without work.
     *
     * @param sequencesMax generations at the same time
     * @param microBatchMax tokens in a step
     * @param waitingMax generations that may wait for a sequence
     */
    StepScheduler(int sequencesMax, int microBatchMax, int waitingMax) {
        int activeMax = Math.min(sequencesMax, Step.CHUNKS_MAX);
        this.microBatchMax = microBatchMax;
        this.waitingMax = waitingMax;
        sequenceTaken = new boolean[activeMax];
        shares = new int[activeMax];
    }

    /** Takes a generation, or refuses it because too many wait. */
    boolean offer(Generation generation) {
        if (waiting.size() == waitingMax && active.size() == sequenceTaken.length) {
            return false;
        }
        waiting.add(generation);
        admit();
        return true;
    }

    private void admit() {
        while (!waiting.isEmpty() && active.size() < sequenceTaken.length) {
            Generation generation = waiting.remove();
            generation.assign(freeSequence());
            sequenceTaken[generation.sequence()] = true;
            active.add(generation);
        }
    }

    private int freeSequence() {
        int sequence = 0;
        while (sequenceTaken[sequence]) {
            sequence++;
        }
        return sequence;
    }

    /** Forgets a generation and gives its sequence to the next; false for an unknown one. */
    boolean remove(Generation generation) {
        if (!active.remove(generation)) {
            return waiting.remove(generation);
        }
        sequenceTaken[generation.sequence()] = false;
        generation.assign(Generation.NO_SEQUENCE);
        admit();
        return true;
    }

    /** Fills {@code step} with what is to be computed next; false when there is nothing. */
    boolean compose(Step step) {
        step.clear();
        inStep.clear();
        share();
        for (int index = 0; index < active.size(); index++) {
            if (shares[index] > 0) {
                add(step, active.get(index), shares[index]);
            }
        }
        return !inStep.isEmpty();
    }

    private void share() {
        int count = active.size();
        int served = Math.min(count, microBatchMax);
        for (int index = 0; index < count; index++) {
            boolean serve = Math.floorMod(index - turn, count) < served;
            shares[index] = serve ? 1 : 0;
        }
        turn = served < count ? (turn + served) % count : 0;
        int left = microBatchMax - served;
        for (int index = 0; index < count && left > 0; index++) {
            int extra = Math.min(left, active.get(index).uncomputed() - 1);
            shares[index] += extra;
            left -= extra;
        }
    }

    private void add(Step step, Generation generation, int count) {
        int from = generation.computed();
        boolean last = count == generation.uncomputed();
        step.add(generation.sequence(), from, generation.tokens(), from, from + count, last);
        inStep.add(generation);
    }

    /** The generation of a chunk of the step last composed. */
    Generation inStep(int chunk) {
        return inStep.get(chunk);
    }

    /** Calls {@code action} for every generation, active or waiting; it may remove it. */
    void forEach(Consumer<Generation> action) {
        List<Generation> all = new ArrayList<>(active);
        all.addAll(waiting);
        all.forEach(action);
    }

    int activeCount() {
        return active.size();
    }

    int waitingCount() {
        return waiting.size();
    }
}
