package org.boltmesh.shards.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.pipeline.FakeLayers;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.tokenizer.TokenBytes;
import org.jspecify.annotations.Nullable;

/** Loads a {@link FakeRunner}; the model's path says how it behaves. */
final class FakeLoader implements ModelLoader {
    static final String FAST = "fast.gguf";

    /** A step takes 20 ms. */
    static final String SLOW = "slow.gguf";

    /** The step loop dies of an error in the first step. */
    static final String CRASHING = "crashing.gguf";

    /** Has layers that can be loaded one by one. */
    static final String LAYERED = "layered.gguf";

    static final String BROKEN = "broken.gguf";
    static final String NO_LIBRARY = "no-library.gguf";
    static final String TEMPLATE = "{{ bos_token }}{{ messages[0].content }}{{ eos_token }}";
    static final int CONTEXT = 4096;

    private volatile @Nullable FakeRunner runner;

    @Override
    public LoadedModel load(EngineRequest.Load load, Progress progress) {
        switch (load.model()) {
            case BROKEN -> throw new ModelException("broken.gguf is broken, want a whole one");
            case NO_LIBRARY -> throw new GgmlUnavailableException("no ggml here");
            default -> progress.loaded(1, 2);
        }
        if (load.model().equals(LAYERED)) {
            return layers(load);
        }
        LoadOptions options = load.options();
        FakeRunner made =
                new FakeRunner(
                        options.contextMax().orElse(CONTEXT),
                        options.sequencesMax(),
                        options.microBatchMax());
        if (load.model().equals(SLOW)) {
            made.beforeStep(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)));
        } else if (load.model().equals(CRASHING)) {
            made.beforeStep(
                    () -> {
                        throw new LinkageError("as after a bad library");
                    });
        }
        runner = made;
        return new LoadedModel(made, FakeLoader::encode, vocabulary());
    }

    private static LoadedModel layers(EngineRequest.Load load) {
        LoadOptions options = load.options();
        PipelineLimits limits =
                new PipelineLimits(
                        options.contextMax().orElse(CONTEXT),
                        options.sequencesMax(),
                        options.microBatchMax());
        return new LoadedModel(
                new FakeLayers(load.layers(), limits), FakeLoader::encode, vocabulary());
    }

    FakeRunner lastRunner() {
        FakeRunner last = runner;
        if (last == null) {
            throw new AssertionError("nothing was loaded");
        }
        return last;
    }

    private static int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
        return text.chars().map(character -> character % FakeRunner.POISON).toArray();
    }

    static VocabularyFacts vocabulary() {
        return new VocabularyFacts(List.of(5), "<s>", "</s>", Optional.of(TEMPLATE), tokenBytes());
    }

    /** Token {@code id} is its number and a space; written as {@link TokenBytes#toBytes} does. */
    private static TokenBytes tokenBytes() {
        ByteBuffer table = ByteBuffer.allocate(1024);
        table.putInt(0x424D5442).putInt(1).putInt(FakeRunner.VOCABULARY);
        StringBuilder content = new StringBuilder();
        for (int token = 0; token < FakeRunner.VOCABULARY; token++) {
            content.append(token).append(' ');
            table.putInt(content.length());
        }
        table.putInt(0).put(content.toString().getBytes(StandardCharsets.UTF_8));
        return TokenBytes.fromBytes(Arrays.copyOf(table.array(), table.position()));
    }
}
