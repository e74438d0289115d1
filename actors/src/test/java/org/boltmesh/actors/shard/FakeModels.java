package org.boltmesh.actors.shard;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.engine.EngineRequest;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.engine.LoadedModel;
import org.boltmesh.shards.engine.ModelLoader;
import org.boltmesh.shards.engine.VocabularyFacts;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;
import org.boltmesh.shards.tokenizer.TokenBytes;

/** A made-up model of one layer: after each token comes the next number. */
final class FakeModels implements ModelLoader {
    static final String GOOD = "good.gguf";
    static final String BROKEN = "broken.gguf";

    /** A token that ends the engine. */
    static final int FATAL = 63;

    private static final int VOCABULARY = 64;
    private static final int CONTEXT = 4096;

    @Override
    public LoadedModel load(EngineRequest.Load load, Progress progress) {
        if (load.model().equals(BROKEN)) {
            throw new ModelException("broken.gguf is broken, want a whole one");
        }
        for (long done = 1; done <= 1000; done++) {
            progress.loaded(done, 1000);
        }
        return new LoadedModel(new Runner(load.options()), FakeModels::encode, vocabulary());
    }

    private static int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
        return text.chars().map(character -> character % FATAL).toArray();
    }

    private static VocabularyFacts vocabulary() {
        return new VocabularyFacts(
                List.of(5), "<s>", "</s>", Optional.of("{{ messages[0].content }}"), tokenBytes());
    }

    private static TokenBytes tokenBytes() {
        ByteBuffer table = ByteBuffer.allocate(1024);
        table.putInt(0x424D5442).putInt(1).putInt(VOCABULARY);
        StringBuilder content = new StringBuilder();
        for (int token = 0; token < VOCABULARY; token++) {
            content.append(token).append(' ');
            table.putInt(content.length());
        }
        table.putInt(0).put(content.toString().getBytes(StandardCharsets.UTF_8));
        return TokenBytes.fromBytes(Arrays.copyOf(table.array(), table.position()));
    }

    private static final class Runner implements StepRunner {
        private final ShardInfo info;
        private final int[] last = new int[Step.CHUNKS_MAX];

        Runner(LoadOptions options) {
            info =
                    new ShardInfo(
                            "fake",
                            0,
                            0,
                            VOCABULARY,
                            CONTEXT,
                            options.sequencesMax(),
                            options.microBatchMax(),
                            1,
                            2,
                            3,
                            "none",
                            true);
        }

        @Override
        public ShardInfo info() {
            return info;
        }

        @Override
        public LayerRange range() {
            return new LayerRange(0, 0, true, true);
        }

        @Override
        public int embeddingSize() {
            return 2;
        }

        @Override
        public void run(Step step, MemorySegment activations) {
            for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
                last[chunk] = step.token(step.start(chunk) + step.length(chunk) - 1);
                if (last[chunk] == FATAL) {
                    throw new LinkageError("as after a bad library");
                }
            }
        }

        @Override
        public void activations(Step step, MemorySegment destination) {
            throw new IllegalStateException("the only layer has a head");
        }

        @Override
        public void logits(int chunk, float[] destination) {
            Arrays.fill(destination, 0);
            destination[(last[chunk] + 1) % FATAL] = 10;
        }

        @Override
        public void close() {}
    }
}
