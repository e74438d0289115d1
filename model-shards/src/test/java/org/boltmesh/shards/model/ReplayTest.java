package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One numeric path: the same tokens give the same bits however they were cut, batched or spread
 * over shards, or the shard says that they may not.
 */
@Tag("ggml")
final class ReplayTest {
    private static final int TOKENS = 20;
    private static final long SEED = 20261130;

    static Stream<String> files() {
        return Stream.of(
                "models/stories260K/stories260K-f32.gguf",
                "models/TinyStories-656K/ts-f16.gguf",
                "models/TinyStories-656K/ts-q4_k_m.gguf",
                "tales/models/tales-llama-f32.gguf",
                "tales/models/tales-llama-q8_0.gguf",
                "tales/models/tales-llama-q4_0.gguf",
                "tales/models/tales-llama-q4_k_m.gguf",
                "tales/models/tales-qwen3-q8_0.gguf",
                "tales/models/tales-qwen3-q4_0.gguf",
                "tales/models/tales-qwen3-q4_k_m.gguf");
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldGiveTheSameBitsHoweverThePromptIsCut(String file) {
        try (Fixture fixture = new Fixture(file, 0)) {
            for (int cut = 1; cut < TOKENS; cut++) {
                fixture.feed(0, 0, cut);
                fixture.expect(0, cut - 1);
                fixture.feed(0, cut, TOKENS);
                fixture.expect(0, TOKENS - 1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldGiveTheSameBitsInBatchesOfOneToEight(String file) {
        try (Fixture fixture = new Fixture(file, 0)) {
            for (int batch = 1; batch <= Step.CHUNKS_MAX; batch++) {
                fixture.lockstep(batch);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldGiveTheSameBitsInStepsOfPromptsAndAnswers(String file) {
        try (Fixture fixture = new Fixture(file, 0)) {
            Random random = new Random(SEED);
            for (int batch = 2; batch <= Step.CHUNKS_MAX; batch++) {
                fixture.mixed(batch, random);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldGiveTheSameBitsAcrossABorderOfCells(String file) {
        try (Fixture fixture = new Fixture(file, StepShape.KV_MULTIPLE - TOKENS / 2)) {
            fixture.feed(0, 0, 3);
            fixture.feed(0, 3, TOKENS);
            fixture.expect(0, TOKENS - 1);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldGiveTheSameBitsFromTwoShards(String file) {
        try (Fixture fixture = new Fixture(file, 0)) {
            for (int last = 0; last + 1 < fixture.loader.config().layerCount(); last++) {
                fixture.expectFromTwoShards(last);
            }
        }
    }

    /** A shard, and the logits of a random text fed to it token by token after a longer start. */
    private static final class Fixture implements AutoCloseable {
        private final ShardLoader loader;
        private final Shard shard;
        private final int offset;
        private final int[] tokens;
        private final List<float[]> expected = new ArrayList<>();
        private final Step step = new Step();
        private final float[] logits;

        Fixture(String file, int offset) {
            GgufFile gguf = GgufFile.open(SharedData.require(file));
            ShardOptions options = TestShards.f16(gguf, 64, Step.CHUNKS_MAX);
            this.loader = new ShardLoader(TestLibrary.open(), gguf, options);
            assumeTrue(offset + TOKENS <= options.contextMax(), "context is too short");
            this.shard = loader.load(LayerRange.whole(loader.config()), _ -> {});
            System.err.println(
                    "%s: replay bit-equal %s, seed %d"
                            .formatted(file, shard.info().replayBitEqual(), SEED));
            this.offset = offset;
            int vocabulary = shard.info().vocabularySize();
            this.tokens = new Random(SEED).ints(offset + TOKENS, 0, vocabulary).toArray();
            this.logits = new float[vocabulary];
            if (offset > 0) {
                new Greedy(shard, 0).prefill(Arrays.copyOf(tokens, offset), 64);
            }
            for (int i = 0; i < TOKENS; i++) {
                feed(0, i, i + 1);
                shard.logits(0, logits);
                expected.add(logits.clone());
            }
        }

        void feed(int sequence, int from, int to) {
            step.clear();
            add(sequence, from, to);
            shard.run(step);
        }

        private void add(int sequence, int from, int to) {
            step.add(sequence, offset + from, tokens, offset + from, offset + to, true);
        }

        void expect(int chunk, int token) {
            shard.logits(chunk, logits);
            if (shard.info().replayBitEqual()) {
                assertThat(logits).containsExactly(expected.get(token));
            } else {
                assertThat(Nmse.of(logits, expected.get(token))).isLessThan(1e-3);
            }
        }

        /** Sequences at different positions, each one token further in every step. */
        void lockstep(int batch) {
            for (int head = 0; head < TOKENS + batch - 1; head++) {
                step.clear();
                for (int sequence = 0; sequence < batch; sequence++) {
                    int token = head - sequence;
                    if (token >= 0 && token < TOKENS) {
                        add(sequence, token, token + 1);
                    }
                }
                shard.run(step);
                for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
                    expect(chunk, step.position(chunk));
                }
            }
        }

        /** Sequences of which each gives one token, or several, or none to a step. */
        void mixed(int batch, Random random) {
            int[] done = new int[batch];
            while (Arrays.stream(done).anyMatch(count -> count < TOKENS)) {
                step.clear();
                for (int sequence = 0; sequence < batch; sequence++) {
                    int left = Math.min(TOKENS - done[sequence], 64 / batch);
                    int length =
                            Math.min(left, random.nextBoolean() ? 1 : random.nextInt(left + 1));
                    if (length > 0) {
                        add(sequence, done[sequence], done[sequence] + length);
                        done[sequence] += length;
                    }
                }
                if (step.chunkCount() > 0) {
                    shard.run(step);
                }
                for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
                    expect(chunk, step.position(chunk) + step.length(chunk) - 1);
                }
            }
        }

        void expectFromTwoShards(int last) {
            int layers = loader.config().layerCount();
            try (Shard front = loader.load(new LayerRange(0, last, true, false), _ -> {});
                    Shard back =
                            loader.load(
                                    new LayerRange(last + 1, layers - 1, false, true), _ -> {});
                    Arena arena = Arena.ofConfined()) {
                step.clear();
                add(2, 0, TOKENS);
                front.run(step);
                MemorySegment activations =
                        arena.allocate(
                                (long) TOKENS * loader.config().embeddingSize() * Float.BYTES, 64);
                front.activations(step, activations);
                back.run(step, activations);
                back.logits(0, logits);
                if (front.info().replayBitEqual() && back.info().replayBitEqual()) {
                    assertThat(logits).containsExactly(expected.getLast());
                }
            }
        }

        @Override
        public void close() {
            shard.close();
        }
    }
}
