package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.bootstrap.bench.BenchException;
import org.boltmesh.bootstrap.bench.SpeedRun;
import org.boltmesh.bootstrap.bench.SpeedTest;
import org.boltmesh.bootstrap.bench.Speeds;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.model.ShardInfo;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench model}: how fast a model reads prompts and writes answers. */
@Command(
        name = "model",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures how fast a model reads prompts (ppN) and writes answers (tgN), in tokens per",
            "second, as llama-bench does: random prompts, one request at a time, nothing cached.",
            "Times are the engine's own, choosing and handing out tokens included. The model is",
            "one of a running node's cluster, or a file for which nodes are started and stopped."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all was measured",
            "1:not all could be",
            "2:wrong usage",
            "130:ended by Ctrl-C"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar bench model qwen3",
            "  java -jar node.jar bench model --file qwen3-8b-q4_k_m.gguf --threads 8",
            "  java -jar node.jar bench model --file model.gguf --nodes 2 --format csv",
            "  java -jar node.jar bench model qwen3 --prompt-tokens 128,512,2048 --json"
        })
final class BenchModelCommand implements Callable<Integer> {
    private static final String OWN_NAME = "bench";

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "MODEL",
            description = "The model's name, as in models; default: the only one there is.")
    private @Nullable String name;

    @Mixin private BenchFile file = new BenchFile();

    @Mixin private BenchGrid grid = new BenchGrid();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = {
                "table (default), json or csv, on standard output; everything else goes to the",
                "other."
            })
    private @Nullable BenchFormat format;

    @Mixin private NodeArguments node = new NodeArguments();

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        List<SpeedTest> tests = grid.tests(command);
        BenchFormat wanted = format(command);
        file.check(command);
        if (file.file().isPresent() && name != null) {
            throw new ParameterException(
                    command, "MODEL %s and --file, want only one of them".formatted(name));
        }
        BenchReport report;
        try (var stop = new InterruptOnStop()) {
            report =
                    file.file().isPresent()
                            ? measureFile(command, file.file().get(), tests, stop)
                            : measureLoaded(command, tests);
        }
        command.getOut().print(report.text(wanted));
        command.getOut().flush();
        return 0;
    }

    private BenchFormat format(CommandLine command) {
        if (node.isJson() && format != null && format != BenchFormat.JSON) {
            throw new ParameterException(
                    command,
                    "--json and --format %s, want only one of them"
                            .formatted(format.name().toLowerCase(Locale.ROOT)));
        }
        return node.isJson()
                ? BenchFormat.JSON
                : Objects.requireNonNullElse(format, BenchFormat.TABLE);
    }

    private BenchReport measureLoaded(CommandLine command, List<SpeedTest> tests)
            throws InterruptedException {
        try (ControlClient client = node.connect()) {
            ModelStatus model = find(client.state().models());
            if (model.active() + model.waiting() > 0) {
                command.getErr().println("note: the model has other requests, too");
            }
            return measure(command, client, model, tests);
        }
    }

    private ModelStatus find(List<ModelStatus> models) {
        List<String> names = models.stream().map(model -> model.spec().name()).toList();
        if (name == null && models.size() != 1) {
            throw new CommandException(
                    models.isEmpty()
                            ? "the cluster has no model, want one: load it, or give --file"
                            : "the cluster has the models %s, want one of them by name"
                                    .formatted(String.join(", ", names)));
        }
        ModelStatus found =
                models.stream()
                        .filter(model -> name == null || model.spec().name().equals(name))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new CommandException(
                                                "no model %s, want one of %s; load it, or give --file"
                                                        .formatted(name, names)));
        if (found.phase() != ModelPhase.READY) {
            throw new CommandException(
                    "model %s is %s, want it ready; see models"
                            .formatted(found.spec().name(), StateJson.word(found.phase())));
        }
        return found;
    }

    private BenchReport measureFile(
            CommandLine command, Path model, List<SpeedTest> tests, InterruptOnStop stop)
            throws InterruptedException {
        Path home = GgmlEnvironment.current().home();
        try (RunLog log = RunLog.open(home, OWN_NAME)) {
            try {
                BenchReport report = measureFile(command, model, tests, home);
                log.good();
                return report;
            } catch (ControlException | CommandException | BenchException e) {
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
    }

    private BenchReport measureFile(
            CommandLine command, Path model, List<SpeedTest> tests, Path home)
            throws InterruptedException {
        LoadOptions load =
                file.options(tests.stream().mapToInt(SpeedTest::contextTokens).max().orElseThrow());
        say(command.getErr(), "starting %d node(s)".formatted(file.nodes()));
        try (DemoNodes nodes = DemoNodes.start(file.nodes(), home, load, DemoRdma.OFF)) {
            var cluster = new DemoCluster(nodes, command.getErr());
            return cluster.use(
                    () -> {
                        cluster.await();
                        try (ControlClient client = cluster.connect()) {
                            cluster.load(client, ClusterDemo.spec(OWN_NAME, model, load));
                            ModelStatus loaded = client.state().models().getFirst();
                            return measure(command, client, loaded, tests);
                        }
                    });
        }
    }

    private BenchReport measure(
            CommandLine command, ControlClient client, ModelStatus model, List<SpeedTest> tests)
            throws InterruptedException {
        ShardInfo info =
                model.shards()
                        .getFirst()
                        .info()
                        .orElseThrow(
                                () -> new CommandException("the model's size is not known yet"));
        checkContext(tests, info.contextMax());
        var run =
                new SpeedRun(
                        client,
                        model.spec().name(),
                        info.vocabularySize(),
                        grid.seed(),
                        grid.pace());
        List<Speeds> results = new ArrayList<>();
        for (SpeedTest test : tests) {
            results.add(
                    run.measure(
                            test,
                            grid.warmUp(),
                            grid.repetitions(),
                            (number, speed) ->
                                    say(command.getErr(), progress(test, number, speed))));
        }
        return new BenchReport(model, results);
    }

    private String progress(SpeedTest test, int number, double speed) {
        return number == 0
                ? test.name() + ", warm-up"
                : String.format(
                        Locale.ROOT,
                        "%s, %d of %d: %.2f tokens/s",
                        test.name(),
                        number,
                        grid.repetitions(),
                        speed);
    }

    private static void checkContext(List<SpeedTest> tests, int contextMax) {
        for (SpeedTest test : tests) {
            if (test.contextTokens() > contextMax) {
                throw new CommandException(
                        "%s needs a context of %d, want at most the model's %d; load it with a longer one, or measure fewer tokens"
                                .formatted(test.name(), test.contextTokens(), contextMax));
            }
        }
    }

    private static void say(PrintWriter err, String sentence) {
        err.println(sentence);
        err.flush();
    }
}
