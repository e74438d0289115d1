package org.boltmesh.bootstrap.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * Measures one loaded model, one request after the other. Prompts are random tokens, other ones
 * each time, the same with each seed. Times are the engine's own: from the beginning of the first
 * step to the logits of the last one, choosing tokens and handing them out included.
 */
public final class SpeedRun {
    /** What a repetition waits for. */
    @FunctionalInterface
    public interface Pace {
        /** Returns when the next one may begin. */
        void await() throws InterruptedException;
    }

    private final ControlClient client;
    private final String model;
    private final int vocabularySize;
    private final SplittableRandom random;
    private final Pace pace;

    /** A run that asks through {@code client}, which stays the caller's. */
    public SpeedRun(ControlClient client, String model, int vocabularySize, long seed, Pace pace) {
        this.client = client;
        this.model = model;
        this.vocabularySize = vocabularySize;
        this.random = new SplittableRandom(seed);
        this.pace = pace;
    }

    /**
     * Measures.
     *
     * @param warmUp repetitions before those that count
     * @param listener hears each repetition by number, from 1 on, and its tokens per second; number
     *     0 for those before
     * @throws BenchException when the model gives no answer, or a shorter one
     */
    public Speeds measure(
            SpeedTest test, int warmUp, int repetitions, BiConsumer<Integer, Double> listener)
            throws InterruptedException {
        for (int i = 0; i < warmUp; i++) {
            pace.await();
            measure(test);
            listener.accept(0, 0.0);
        }
        List<Double> samples = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
            pace.await();
            samples.add(measure(test));
            listener.accept(i + 1, samples.getLast());
        }
        return new Speeds(test, samples);
    }

    private double measure(SpeedTest test) throws InterruptedException {
        return switch (client.answer(request(test), _ -> {})) {
            case AnswerEvent.Finished finished -> speed(test, finished);
            case AnswerEvent.Failed failed ->
                    throw new BenchException("%s: %s".formatted(test.name(), failed.reason()));
            case AnswerEvent.Begun _, AnswerEvent.Token _ ->
                    throw new IllegalStateException("an answer without an end");
        };
    }

    private AnswerRequest request(SpeedTest test) {
        List<Integer> prompt = random.ints(test.promptTokens(), 0, vocabularySize).boxed().toList();
        return new AnswerRequest(
                model,
                new Prompt.Tokens(prompt),
                SamplingOptions.greedy(),
                test.answerTokens(),
                0,
                false);
    }

    /** A recovery computes tokens again, at another place: its times are of something else. */
    private static double speed(SpeedTest test, AnswerEvent.Finished finished) {
        int computed =
                test.kind() == SpeedTest.Kind.PREFILL
                        ? finished.times().prefillTokens()
                        : finished.times().decodedTokens();
        if (finished.recoveries() > 0 || computed != test.tokens()) {
            throw new BenchException(
                    "%s: %d tokens in one go and %d recoveries, want %d and none; measure again when nothing fails or is cancelled"
                            .formatted(
                                    test.name(), computed, finished.recoveries(), test.tokens()));
        }
        return test.speed(finished.times());
    }
}
