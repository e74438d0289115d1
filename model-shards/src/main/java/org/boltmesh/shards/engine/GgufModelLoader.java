package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.model.ModelConfig;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.Shard;
import org.boltmesh.shards.model.ShardLoader;
import org.boltmesh.shards.model.ShardOptions;
import org.boltmesh.shards.model.SystemMemory;
import org.boltmesh.shards.tokenizer.Tokenizer;
import org.boltmesh.shards.tokenizer.TokenizerLibrary;
import org.boltmesh.shards.tokenizer.Vocabulary;

/** Loads GGUF files with ggml. */
public final class GgufModelLoader implements ModelLoader {
    private final GgmlEnvironment environment;

    /** A loader whose libraries lie where the environment says. */
    public GgufModelLoader(GgmlEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public LoadedModel load(EngineRequest.Load load, Progress progress) {
        GgufFile gguf = GgufFile.open(Path.of(load.model()));
        ModelConfig config = ModelConfig.of(gguf);
        requireWhole(load, config);
        Vocabulary vocabulary = Vocabulary.of(gguf.metadata());
        requireSameSize(config, vocabulary);
        TokenizerLibrary.prepare(environment.home().resolve("tokenizer"));
        Tokenizer tokenizer = Tokenizer.open(vocabulary);
        try {
            Shard shard = loadShard(load.options(), gguf, config, progress);
            return new LoadedModel(
                    shard, TextEncoder.of(tokenizer), VocabularyFacts.of(vocabulary));
        } catch (RuntimeException | Error e) {
            tokenizer.close();
            throw e;
        }
    }

    private Shard loadShard(
            LoadOptions options, GgufFile gguf, ModelConfig config, Progress progress) {
        GgmlEnvironment where =
                options.ggmlFolder()
                        .map(folder -> environment.withConfigured(Path.of(folder)))
                        .orElse(environment);
        GgmlLibrary library = GgmlOpener.open(where);
        ShardLoader loader = new ShardLoader(library, gguf, shardOptions(options, config));
        long totalBytes = gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum();
        LongConsumer onLoaded = doneBytes -> progress.loaded(doneBytes, totalBytes);
        return loader.load(org.boltmesh.shards.model.LayerRange.whole(config), onLoaded);
    }

    private static ShardOptions shardOptions(LoadOptions options, ModelConfig config) {
        return new ShardOptions(
                options.contextMax().orElse(config.contextTrained()),
                options.sequencesMax(),
                options.microBatchMax(),
                options.kvType() == KvType.F32,
                options.threads().orElseGet(GgufModelLoader::usualThreads),
                true,
                options.memoryLimitBytes().orElseGet(SystemMemory::availableBytes));
    }

    /** One processor is left to the other processes: threads that wait for each other spin. */
    private static int usualThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    }

    /** Parts of a model need others to be of use, which only a cluster has. */
    private static void requireWhole(EngineRequest.Load load, ModelConfig config) {
        if (load.layers().first() != 0 || load.layers().last() < config.layerCount() - 1) {
            throw new ModelException(
                    "%s: layers %d..%d, want 0..%d: an engine on its own runs whole models"
                            .formatted(
                                    load.model(),
                                    load.layers().first(),
                                    load.layers().last(),
                                    config.layerCount() - 1));
        }
    }

    private static void requireSameSize(ModelConfig config, Vocabulary vocabulary) {
        if (vocabulary.size() > config.vocabularySize()) {
            throw new ModelException(
                    "%s: the vocabulary has %d tokens, want at most the %d rows of the embedding"
                            .formatted(config.file(), vocabulary.size(), config.vocabularySize()));
        }
    }
}
