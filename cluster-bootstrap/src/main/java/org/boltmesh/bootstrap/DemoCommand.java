package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineLaunch;
import org.boltmesh.shards.engine.EngineProcess;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code demo}: starts an engine, lets it write, and stops it. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Starts a model on this machine, prints what it writes and how fast, stops.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the text is complete",
            "1:it could not be written",
            "2:wrong usage",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar demo",
            "  java -jar node.jar demo --prompt \"In the forest, there lived an old owl.\"",
            "  java -jar node.jar demo --chat \"What colour is the sky?\" --json",
            "  java -jar node.jar demo --model qwen3-8b-q4_k_m.gguf --temperature 0.7 --seed 42"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int TOKENS_MAX = 1_000_000;
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    /** A demo that is killed leaves its engine for so long. */
    private static final Duration UNCLAIMED_EXIT = Duration.ofSeconds(2);

    @Spec private @Nullable CommandSpec spec;

    @ArgGroup private DemoInput input = new DemoInput();

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "128",
            description = "Most tokens to write (default: 128).")
    private int maxTokens;

    @Option(names = "--ignore-end", description = "Write on where the model would end its text.")
    private boolean ignoreEnd;

    @Mixin private ModelArguments model = new ModelArguments();

    @Mixin private SamplingArguments sampling = new SamplingArguments();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description = "Nodes to start; this version can start 1 (default).")
    private int nodes;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "auto",
            description = "How nodes share a model; this version knows auto (default).")
    private DemoMode mode = DemoMode.AUTO;

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output, everything else on the other.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        DemoSettings settings = settings(command);
        try (var stop = new InterruptOnStop()) {
            Path home = GgmlEnvironment.current().home();
            try (RunLog log = RunLog.open(home, "demo")) {
                write(command, settings, home, log, stop);
            }
        }
        return 0;
    }

    private void write(
            CommandLine command, DemoSettings settings, Path home, RunLog log, InterruptOnStop stop)
            throws InterruptedException {
        try {
            print(command, run(command, settings, home, log));
            log.good();
        } catch (EngineException | CommandException e) {
            if (stop.isStopping()) {
                log.good();
                throw new InterruptedException(e.getMessage());
            }
            throw e;
        } catch (InterruptedException e) {
            log.good();
            throw e;
        }
    }

    private DemoSettings settings(CommandLine command) {
        OptionRange.check(command, "--max-tokens", maxTokens, 1, TOKENS_MAX);
        if (nodes != 1) {
            throw new ParameterException(
                    command, "--nodes %d, want 1: this version runs one node".formatted(nodes));
        }
        if (mode == DemoMode.TENSOR) {
            throw new ParameterException(
                    command, "--mode tensor, want auto: this version runs one node");
        }
        return new DemoSettings(
                input.isChat(),
                input.text(),
                model.options(command),
                sampling.options(command),
                maxTokens,
                !ignoreEnd);
    }

    private DemoReport run(CommandLine command, DemoSettings settings, Path home, RunLog log)
            throws InterruptedException {
        Path file = model.file(home);
        var launch =
                new EngineLaunch(
                        OwnProgram.engineCommand(),
                        home,
                        log.file(),
                        UNCLAIMED_EXIT,
                        START_TIMEOUT);
        try (EngineProcess engine = EngineProcess.start(launch)) {
            var screen =
                    new DemoScreen(
                            json ? Optional.empty() : Optional.of(command.getOut()),
                            command.getErr());
            return new DemoRun(engine.client(), screen).run(file, settings);
        }
    }

    private void print(CommandLine command, DemoReport report) {
        if (json) {
            command.getOut().println(JsonMapper.shared().writeValueAsString(report.json()));
        } else {
            command.getOut().println(report.speeds());
        }
        command.getOut().flush();
    }
}
