package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelConfig;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.model.Shard;
import org.boltmesh.shards.model.ShardLoader;
import org.boltmesh.shards.model.ShardOptions;
import org.boltmesh.shards.model.SystemMemory;
import org.boltmesh.shards.tokenizer.Tokenizer;
import org.boltmesh.shards.tokenizer.TokenizerLibrary;
import org.boltmesh.shards.tokenizer.Vocabulary;

/** Loads GGUF files with ggml. */
public final class GgufModelLoader implements ModelLoader {
    /** Positions of a sequence where nobody asks for more. */
    private static final int CONTEXT_USUAL = 4096;

    private final GgmlEnvironment environment;

    /** A loader whose libraries lie where the environment says. */
    public GgufModelLoader(GgmlEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Memory that a model takes when it is loaded so.
     *
     * @throws ModelException when it is not one that we compute, or not in this way
     */
    public static ModelFootprint footprint(GgufFile gguf, LoadOptions options) {
        return ModelFootprint.of(gguf, shardOptions(options, ModelConfig.of(gguf)));
    }

    @Override
    public LoadedModel load(EngineRequest.Load load, Progress progress) {
        GgufFile gguf = GgufFile.open(Path.of(load.model()));
        ModelConfig config = ModelConfig.of(gguf);
        LayerRange range = load.layers().within(config);
        Vocabulary vocabulary = Vocabulary.of(gguf.metadata());
        requireSameSize(config, vocabulary);
        TextEncoder encoder = encoder(range, vocabulary);
        try {
            Shard shard = loadShard(load.options(), gguf, config, range, progress);
            return new LoadedModel(shard, encoder, VocabularyFacts.of(vocabulary));
        } catch (RuntimeException | Error e) {
            encoder.close();
            throw e;
        }
    }

    /** Only the engine with the embedding is asked for tokens. */
    private TextEncoder encoder(LayerRange range, Vocabulary vocabulary) {
        if (!range.embedding()) {
            return TextEncoder.none();
        }
        TokenizerLibrary.prepare(environment.home().resolve("tokenizer"));
        return TextEncoder.of(Tokenizer.open(vocabulary));
    }

    private Shard loadShard(
            LoadOptions options,
            GgufFile gguf,
            ModelConfig config,
            LayerRange range,
            Progress progress) {
        GgmlEnvironment where =
                options.ggmlFolder()
                        .map(folder -> environment.withConfigured(Path.of(folder)))
                        .orElse(environment);
        GgmlLibrary library = GgmlOpener.open(where);
        ShardLoader loader = new ShardLoader(library, gguf, shardOptions(options, config));
        long totalBytes = gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum();
        LongConsumer onLoaded = doneBytes -> progress.loaded(doneBytes, totalBytes);
        return loader.load(range, onLoaded);
    }

    private static ShardOptions shardOptions(LoadOptions options, ModelConfig config) {
        return new ShardOptions(
                options.contextMax().orElse(usualContext(config)),
                options.sequencesMax(),
                options.microBatchMax(),
                options.kvType() == KvType.F32,
                options.threads().orElseGet(GgufModelLoader::usualThreads),
                true,
                options.memoryLimitBytes().orElseGet(SystemMemory::availableBytes));
    }

    /** What was trained may be a million positions, and their cache more than the weights. */
    private static int usualContext(ModelConfig config) {
        return Math.min(config.contextTrained(), CONTEXT_USUAL);
    }

    /** One processor is left to the other processes: threads that wait for each other spin. */
    private static int usualThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    }

    private static void requireSameSize(ModelConfig config, Vocabulary vocabulary) {
        if (vocabulary.size() > config.vocabularySize()) {
            throw new ModelException(
                    "%s: the vocabulary has %d tokens, want at most the %d rows of the embedding"
                            .formatted(config.file(), vocabulary.size(), config.vocabularySize()));
        }
    }
}
