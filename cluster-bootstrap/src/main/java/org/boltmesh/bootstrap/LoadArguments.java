package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.settings.ModelSettings;
import org.boltmesh.actors.settings.Names;
import org.boltmesh.shards.engine.KvType;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** What a cluster is to load, and how; the same as in a configuration's {@code models}. */
final class LoadArguments {
    @Parameters(paramLabel = "NAME", description = "What requests will call the model.")
    private String name = "";

    @Option(
            names = "--file",
            paramLabel = "FILE",
            required = true,
            description = {
                "Its GGUF file, or the first of a split one. Every node that holds layers needs a",
                "copy at this path, or names its own for NAME in its configuration's models."
            })
    private @Nullable Path file;

    @Option(
            names = "--context",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Tokens that prompt and answer may have; 0: the engine's choice (default).")
    private int context;

    @Option(
            names = "--nodes",
            paramLabel = "NAMES",
            split = ",",
            description = "Nodes that may hold layers, in the order of the layers; default: all.")
    private List<String> nodes = List.of();

    @Option(
            names = "--kv-type",
            paramLabel = "TYPE",
            defaultValue = "f16",
            description = "Numbers of the key/value cache: f16 (default) or f32.")
    private KvType kvType = KvType.F16;

    @Option(
            names = "--micro-batch",
            paramLabel = "N",
            defaultValue = "" + ModelSpec.MICRO_BATCH_DEFAULT,
            description = "Tokens of prompts that are computed at once, 1 to 4096 (default: 512).")
    private int microBatch;

    @Option(
            names = "--sequences",
            paramLabel = "N",
            defaultValue = "" + ModelSpec.SEQUENCES_DEFAULT,
            description = "Answers at the same time, 1 to 8 (default: 8).")
    private int sequences;

    @Option(
            names = "--queue",
            paramLabel = "N",
            defaultValue = "" + ModelSpec.QUEUE_DEFAULT,
            description = {
                "Requests that may wait beside those, 0 to 64 (default: 64);",
                "more are refused at once."
            })
    private int queue;

    /** The model, checked as far as it can be here. */
    ModelSpec spec(CommandLine command) {
        if (!Names.isName(name)) {
            throw new ParameterException(
                    command, "NAME \"%s\", want %s".formatted(name, Names.WANTED));
        }
        for (String node : nodes) {
            if (!Names.isName(node)) {
                throw new ParameterException(
                        command,
                        "--nodes \"%s\", want names with commas between: %s"
                                .formatted(String.join(",", nodes), Names.WANTED));
            }
        }
        OptionRange.check(command, "--context", context, 0, ModelSettings.CONTEXT_MAX_TOKENS);
        OptionRange.check(command, "--micro-batch", microBatch, 1, ModelSettings.MICRO_BATCH_MAX);
        OptionRange.check(command, "--sequences", sequences, 1, ModelSettings.SEQUENCES_MAX);
        OptionRange.check(command, "--queue", queue, 0, ModelSettings.QUEUE_MAX);
        Path path = Objects.requireNonNull(file, "picocli requires it");
        return new ModelSpec(
                name,
                path.toAbsolutePath().normalize().toString(),
                context,
                nodes,
                kvType,
                microBatch,
                sequences,
                queue);
    }
}
