package org.boltmesh.shards.model;

import java.util.ArrayList;
import java.util.List;

/** Greedy decoding of one sequence over a runner. */
final class Greedy {
    private final StepRunner runner;
    private final int sequence;
    private final Step step = new Step();
    private final float[] logits;

    Greedy(StepRunner runner, int sequence) {
        this.runner = runner;
        this.sequence = sequence;
        this.logits = new float[runner.info().vocabularySize()];
    }

    /** Logits after the prompt, taken in micro-batches of {@code batch}. */
    float[] prefill(int[] prompt, int batch) {
        for (int from = 0; from < prompt.length; from += batch) {
            int to = Math.min(prompt.length, from + batch);
            step.clear();
            step.add(sequence, from, prompt, from, to, to == prompt.length);
            runner.run(step);
        }
        runner.logits(0, logits);
        return logits.clone();
    }

    /** The next {@code count} greedy ids after {@link #prefill}. */
    List<Integer> decode(int position, int count) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int next = argMax(logits);
            ids.add(next);
            if (i + 1 < count) {
                step.clear();
                step.add(sequence, position + i, new int[] {next}, 0, 1, true);
                runner.run(step);
                runner.logits(0, logits);
            }
        }
        return ids;
    }

    static int argMax(float[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[best]) {
                best = i;
            }
        }
        return best;
    }
}
