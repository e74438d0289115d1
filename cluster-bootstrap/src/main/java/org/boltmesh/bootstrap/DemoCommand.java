package org.boltmesh.bootstrap;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.settings.ModelSettings;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineLaunch;
import org.boltmesh.shards.engine.EngineProcess;
import org.boltmesh.shards.engine.LoadOptions;
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

/** {@code demo}: starts an engine, or nodes with one each, lets it write, and stops all. */
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
            "  java -jar node.jar demo --nodes 2",
            "  java -jar node.jar demo --nodes 3 --rdma simulated",
            "  java -jar node.jar demo --chat \"What colour is the sky?\" --json",
            "  java -jar node.jar demo --model qwen3-8b-q4_k_m.gguf --temperature 0.7 --seed 42"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int NODES_MAX = 8;
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
            description = {
                "Processes with a node each, 2 to 8, that share the model; 1 (default): an engine",
                "without a cluster."
            })
    private int nodes;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "auto",
            description = "How nodes share a model: pipeline, or auto (default), which chooses.")
    private DemoMode mode = DemoMode.AUTO;

    @Option(
            names = "--rdma",
            paramLabel = "PROVIDER",
            defaultValue = "off",
            description = {
                "What carries the work between nodes: simulated, for a simulated RDMA cable between",
                "every two, or off (default), for UDP."
            })
    private DemoRdma rdma = DemoRdma.OFF;

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
        } catch (EngineException | ControlException | CommandException e) {
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
        OptionRange.check(command, "--nodes", nodes, 1, NODES_MAX);
        if (mode == DemoMode.TENSOR) {
            throw new ParameterException(
                    command, "--mode tensor, want auto or pipeline: this version knows no other");
        }
        if (rdma != DemoRdma.OFF && nodes == 1) {
            throw new ParameterException(
                    command, "--rdma simulated with 1 node, want --nodes 2 to 8: it links nodes");
        }
        LoadOptions load = model.options(command);
        if (nodes > 1) {
            OptionRange.check(
                    command,
                    "--micro-batch",
                    load.microBatchMax(),
                    1,
                    ModelSettings.MICRO_BATCH_MAX);
            OptionRange.check(
                    command,
                    "--context",
                    load.contextMax().orElse(0),
                    0,
                    ModelSettings.CONTEXT_MAX_TOKENS);
        }
        return new DemoSettings(
                nodes,
                rdma,
                input.isChat(),
                input.text(),
                load,
                sampling.options(command),
                maxTokens,
                !ignoreEnd);
    }

    private DemoResult run(CommandLine command, DemoSettings settings, Path home, RunLog log)
            throws InterruptedException {
        Path file = model.file(home);
        var screen =
                new DemoScreen(
                        json ? Optional.empty() : Optional.of(command.getOut()), command.getErr());
        if (settings.nodes() == 1) {
            return runAlone(file, settings, home, log, screen);
        }
        try (DemoNodes started =
                DemoNodes.start(settings.nodes(), home, settings.load(), settings.rdma())) {
            return new ClusterDemo(started, screen, command.getErr()).run(file, settings, json);
        }
    }

    private static DemoReport runAlone(
            Path file, DemoSettings settings, Path home, RunLog log, DemoScreen screen)
            throws InterruptedException {
        var launch =
                new EngineLaunch(
                        OwnProgram.engineCommand(),
                        home,
                        log.file(),
                        UNCLAIMED_EXIT,
                        START_TIMEOUT);
        try (EngineProcess engine = EngineProcess.start(launch)) {
            return new DemoRun(engine.client(), screen).run(file, settings);
        }
    }

    private void print(CommandLine command, DemoResult report) {
        if (json) {
            command.getOut().println(JsonMapper.shared().writeValueAsString(report.json()));
        } else {
            command.getOut().println(report.speeds());
        }
        command.getOut().flush();
    }
}
