package org.boltmesh.bootstrap;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say which model is loaded, and how. */
final class ModelArguments {
    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "A GGUF file, or the first of a split one; default: the model inside.")
    private @Nullable Path model;

    @Option(
            names = "--context",
            paramLabel = "N",
            description = "Tokens that prompt and answer may have; default: as in training.")
    private @Nullable Integer context;

    @Option(
            names = "--kv-type",
            paramLabel = "TYPE",
            defaultValue = "f16",
            description = "Numbers of the key/value cache: f16 (default) or f32.")
    private KvType kvType = KvType.F16;

    @Option(
            names = "--micro-batch",
            paramLabel = "N",
            defaultValue = "512",
            description = "Tokens of the prompt that are computed at once (default: 512).")
    private int microBatch;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that compute; default: the engine's choice.")
    private @Nullable Integer threads;

    @Option(
            names = "--ggml",
            paramLabel = "FOLDER",
            description = "Folder of the ggml libraries; default: BOLTMESH_GGML, else searched.")
    private @Nullable Path ggml;

    /** The model that was named, or the one inside. */
    Path file(Path home) {
        if (model == null) {
            return EmbeddedModel.file(home);
        }
        Path file = model.toAbsolutePath().normalize();
        if (!Files.exists(file)) {
            throw new CommandException("no model at %s, want a GGUF file".formatted(file));
        }
        if (!Files.isRegularFile(file)) {
            throw new CommandException("%s is not a file, want a GGUF file".formatted(file));
        }
        if (!Files.isReadable(file)) {
            throw new CommandException(
                    "no right to read %s, want a GGUF file that this user can read"
                            .formatted(file));
        }
        return file;
    }

    /** The options, checked. */
    LoadOptions options(CommandLine command) {
        try {
            return new LoadOptions(
                    optional(context),
                    kvType,
                    microBatch,
                    1,
                    optional(threads),
                    Optional.ofNullable(ggml).map(folder -> folder.toAbsolutePath().toString()),
                    OptionalLong.empty());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--" + e.getMessage(), e);
        }
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
