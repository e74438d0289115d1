package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * Generates several texts at once over an executor, each at its own pace: prompts are cut where the
 * random numbers say so, and mixed with decoding.
 */
final class StepDriver {
    /** A text on its way. */
    private static final class Text {
        final SequenceOptions options;
        final int promptSize;
        final int wanted;
        final List<Integer> tokens;
        int computed;

        Text(List<Integer> prompt, int wanted, SequenceOptions options) {
            this.options = options;
            this.promptSize = prompt.size();
            this.wanted = wanted;
            this.tokens = new ArrayList<>(prompt);
        }

        boolean isDone() {
            return tokens.size() == promptSize + wanted;
        }

        List<Integer> generated() {
            return tokens.subList(promptSize, tokens.size());
        }
    }

    private final StepExecutor executor;
    private final Random random;
    private final List<Text> texts = new ArrayList<>();
    private final Step step = new Step();
    private final List<Text> inStep = new ArrayList<>();

    StepDriver(StepExecutor executor, Random random) {
        this.executor = executor;
        this.random = random;
    }

    void add(List<Integer> prompt, int wanted, SamplingOptions sampling) {
        var options = new SequenceOptions(sampling, texts.size(), prompt.size());
        texts.add(new Text(prompt, wanted, options));
    }

    /** Runs all of them to their end. */
    List<List<Integer>> run() {
        while (compose()) {
            executor.run(step);
            take();
        }
        return texts.stream().map(text -> List.copyOf(text.generated())).toList();
    }

    private boolean compose() {
        step.clear();
        inStep.clear();
        int left = executor.info().microBatchMax();
        int first = random.nextInt(texts.size());
        for (int i = 0; i < texts.size() && left > 0; i++) {
            int sequence = (first + i) % texts.size();
            Text text = texts.get(sequence);
            if (!text.isDone()) {
                left -= add(sequence, text, left);
            }
        }
        return !inStep.isEmpty();
    }

    private int add(int sequence, Text text, int left) {
        int uncomputed = text.tokens.size() - text.computed;
        int most = Math.min(left, uncomputed);
        int count = random.nextBoolean() ? most : 1 + random.nextInt(most);
        if (text.computed == 0) {
            executor.open(sequence, text.options);
        }
        int[] tokens = text.tokens.stream().mapToInt(Integer::intValue).toArray();
        step.add(
                sequence,
                text.computed,
                tokens,
                text.computed,
                text.computed + count,
                count == uncomputed);
        inStep.add(text);
        return count;
    }

    private void take() {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            Text text = inStep.get(chunk);
            text.computed += step.length(chunk);
            if (step.wantsLogits(chunk)) {
                if (executor.sampled().kind(chunk) != SampledTokens.Kind.TOKEN) {
                    throw new AssertionError(executor.sampled().message(chunk));
                }
                text.tokens.add(executor.sampled().token(chunk));
                if (text.isDone()) {
                    executor.release(step.sequence(chunk));
                }
            }
        }
    }
}
