package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.boltmesh.shards.engine.GgmlQuantizer;
import org.boltmesh.shards.gguf.TensorType;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.synth.ModelShape;
import org.boltmesh.shards.synth.Quantizer;
import org.boltmesh.shards.synth.SynthModel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code bench synth}: writes a GGUF file of random weights in a real model's shape. */
@Command(
        name = "synth",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes a GGUF file with random weights in the shape of a real model: as fast and as",
            "large as that one, to measure with. It needs the model's config.json from Hugging",
            "Face (llama, qwen2 or qwen3), none of its weights. Its words mean nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the file is complete", "1:there is none", "2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar bench synth --config config/shapes/qwen3-0.6b.json --type q8_0 \\",
            "    -o qwen3-0.6b-random-q8_0.gguf",
            "  java -jar node.jar bench synth --config config.json --type q4_k --layers 4 -o four.gguf"
        })
final class BenchSynthCommand implements Callable<Integer> {
    private static final int LAYERS_MAX = 1024;

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            required = true,
            description = "The config.json of a model.")
    private @Nullable Path config;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            required = true,
            description = {
                "Type of all matrices: f32, f16, bf16, q8_0, q5_1, q5_0, q4_1, q4_0, q6_k, q5_k,",
                "q4_k, q3_k or q2_k."
            })
    private String type = "";

    @Option(
            names = "--layers",
            paramLabel = "N",
            description = "Layers, 1 to 1024; default: as in the configuration.")
    private @Nullable Integer layers;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The same seed gives the same file (default: 1).")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The file to write.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace the file where it is there already.")
    private boolean force;

    @Option(
            names = "--ggml",
            paramLabel = "FOLDER",
            description = "Folder of the ggml libraries; default: BOLTMESH_GGML, else searched.")
    private @Nullable Path ggml;

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output, everything else on the other.")
    private boolean json;

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        TensorType wanted = type(command);
        if (layers != null) {
            OptionRange.check(command, "--layers", layers, 1, LAYERS_MAX);
        }
        ModelShape read = ModelShape.read(Objects.requireNonNull(config, "picocli requires it"));
        ModelShape shape = layers == null ? read : read.withLayers(layers);
        var model = new SynthModel(shape, wanted, seed);
        Path file =
                Objects.requireNonNull(output, "picocli requires it").toAbsolutePath().normalize();
        write(command, model, file, GgmlQuantizer.open(environment()));
        print(command, file, shape, model, wanted);
        return 0;
    }

    private void write(CommandLine command, SynthModel model, Path file, Quantizer quantizer) {
        var screen = new DemoScreen(Optional.empty(), command.getErr(), "writing");
        try {
            model.write(file, force, quantizer, screen::loading);
        } finally {
            screen.loaded();
        }
    }

    private GgmlEnvironment environment() {
        GgmlEnvironment current = GgmlEnvironment.current();
        return Optional.ofNullable(ggml).map(current::withConfigured).orElse(current);
    }

    private TensorType type(CommandLine command) {
        return SynthModel.TYPES.stream()
                .filter(known -> known.name().equalsIgnoreCase(type))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        command,
                                        "--type %s, want one of %s".formatted(type, typeNames())));
    }

    private static String typeNames() {
        return SynthModel.TYPES.stream()
                .sorted()
                .map(known -> known.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private void print(
            CommandLine command, Path file, ModelShape shape, SynthModel model, TensorType wanted) {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("file", file.toString());
            fields.put("architecture", shape.architecture());
            fields.put("layers", shape.layerCount());
            fields.put("type", wanted.name().toLowerCase(Locale.ROOT));
            fields.put("seed", seed);
            fields.put("parameters", model.elementCount());
            fields.put("weight_bytes", model.sizeBytes());
            command.getOut().println(JsonMapper.shared().writeValueAsString(fields));
        } else {
            command.getOut()
                    .printf(
                            Locale.ROOT,
                            "%s: %s, %d layers, %,d parameters, %,d bytes of %s, seed %d%n",
                            file,
                            shape.architecture(),
                            shape.layerCount(),
                            model.elementCount(),
                            model.sizeBytes(),
                            wanted,
                            seed);
        }
        command.getOut().flush();
    }
}
