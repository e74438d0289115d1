package org.boltmesh.bootstrap;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench}: measurements, and what they need. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures, and makes files to measure with.",
        subcommands = {
            BenchModelCommand.class,
            BenchSynthCommand.class,
            BenchVerbsCommand.class,
            BenchTransportCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar bench model --file qwen3-8b-q4_k_m.gguf",
            "  java -jar node.jar bench synth --config config.json --type q8_0 -o random.gguf",
            "  java -jar node.jar bench verbs --latency 10us",
            "  java -jar node.jar bench transport"
        })
final class BenchCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                Objects.requireNonNull(spec, "picocli sets it").commandLine(),
                "a command is missing, want model, synth, verbs or transport");
    }
}
