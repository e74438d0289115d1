package org.boltmesh.bootstrap;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.actors.settings.ModelSettings;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of a cluster that is started to measure a file, and stopped after that. */
final class BenchFile {
    private static final int NODES_MAX = 8;
    private static final List<String> NEEDS_FILE =
            List.of("--nodes", "--threads", "--context", "--micro-batch", "--kv-type", "--ggml");

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = {
                "Start nodes on this machine, load this GGUF file, and stop them after measuring;",
                "without it a loaded model of a running node's cluster is measured."
            })
    private @Nullable Path file;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --file: nodes that share the model, 1 to 8 (default: 1).")
    private int nodes;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "With --file: threads that compute; default: the engine's choice.")
    private @Nullable Integer threads;

    @Option(
            names = "--context",
            paramLabel = "N",
            description = "With --file: positions of the context; default: as many as are needed.")
    private @Nullable Integer context;

    @Option(
            names = "--micro-batch",
            paramLabel = "N",
            defaultValue = "512",
            description = "With --file: tokens that are computed at once (default: 512).")
    private int microBatch;

    @Option(
            names = "--kv-type",
            paramLabel = "TYPE",
            defaultValue = "f16",
            description = "With --file: numbers of the key/value cache: f16 (default) or f32.")
    private KvType kvType = KvType.F16;

    @Option(
            names = "--ggml",
            paramLabel = "FOLDER",
            description = {
                "With --file: folder of the ggml libraries; default: BOLTMESH_GGML, else",
                "searched."
            })
    private @Nullable Path ggml;

    /** The file to load, if nodes are to be started for one. */
    Optional<Path> file() {
        return Optional.ofNullable(file).map(given -> given.toAbsolutePath().normalize());
    }

    int nodes() {
        return nodes;
    }

    /** Refuses options without the one that they belong to, and values out of range. */
    void check(CommandLine command) {
        if (file == null) {
            NEEDS_FILE.stream()
                    .filter(command.getParseResult()::hasMatchedOption)
                    .findFirst()
                    .ifPresent(
                            option -> {
                                throw new ParameterException(
                                        command,
                                        "%s without --file, want both: a running cluster has its own"
                                                .formatted(option));
                            });
            return;
        }
        OptionRange.check(command, "--nodes", nodes, 1, NODES_MAX);
        OptionRange.check(command, "--micro-batch", microBatch, 1, ModelSettings.MICRO_BATCH_MAX);
        if (threads != null) {
            OptionRange.check(command, "--threads", threads, 1, LoadOptions.THREADS_MAX);
        }
        if (context != null) {
            OptionRange.check(command, "--context", context, 1, ModelSettings.CONTEXT_MAX_TOKENS);
        }
        if (!Files.isRegularFile(file)) {
            throw new CommandException("no file %s, want a GGUF file".formatted(file));
        }
    }

    /** One sequence with room for what is measured. */
    LoadOptions options(int contextNeeded) {
        return new LoadOptions(
                OptionalInt.of(Objects.requireNonNullElse(context, contextNeeded)),
                kvType,
                microBatch,
                1,
                threads == null ? OptionalInt.empty() : OptionalInt.of(threads),
                Optional.ofNullable(ggml).map(folder -> folder.toAbsolutePath().toString()),
                OptionalLong.empty());
    }
}
