package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.template.ChatMessage;

/** One demo with nodes that have just been started. */
final class ClusterDemo {
    private static final String MODEL = "demo";

    /**
     * What a node has sent passes three hands on its way to the director, each of which tells it
     * once a second: after three seconds the numbers are newer than the answer's end.
     */
    private static final Duration REPORTS = Duration.ofMillis(3_300);

    private final DemoNodes nodes;
    private final DemoCluster cluster;
    private final DemoScreen screen;

    ClusterDemo(DemoNodes nodes, DemoScreen screen, PrintWriter err) {
        this.nodes = nodes;
        this.screen = screen;
        this.cluster = new DemoCluster(nodes, err);
    }

    /**
     * Waits for the cluster, loads the model, generates, prints as tokens come.
     *
     * @param isTrafficWanted whether the report has to tell all bytes that were sent
     * @throws CommandException when there is no answer, or a node ended by itself
     */
    ClusterDemoReport run(Path model, DemoSettings settings, boolean isTrafficWanted)
            throws InterruptedException {
        return cluster.use(
                () -> {
                    cluster.await();
                    return generate(model, settings, isTrafficWanted);
                });
    }

    private ClusterDemoReport generate(Path model, DemoSettings settings, boolean isTrafficWanted)
            throws InterruptedException {
        try (ControlClient client = cluster.connect()) {
            cluster.load(client, spec(MODEL, model, settings.load()));
            ClusterState before = settled(client, settings);
            var answer = new GeneratedAnswer(MODEL, screen);
            AnswerEvent.Finished end = answer(client, settings, answer);
            if (isTrafficWanted || settings.rdma() != DemoRdma.OFF) {
                nodes.pause(REPORTS);
            }
            ClusterState state = client.state();
            return new ClusterDemoReport(
                    model.toString(), answer, end, state, new LinkUse(before, state));
        }
    }

    /** Before the work; where it goes over links, once all have told what loading took. */
    private ClusterState settled(ControlClient client, DemoSettings settings)
            throws InterruptedException {
        if (settings.rdma() != DemoRdma.OFF) {
            nodes.pause(REPORTS);
        }
        return client.state();
    }

    static ModelSpec spec(String name, Path model, LoadOptions load) {
        return new ModelSpec(
                name,
                model.toString(),
                load.contextMax().orElse(0),
                List.of(),
                load.kvType(),
                load.microBatchMax(),
                load.sequencesMax());
    }

    private AnswerEvent.Finished answer(
            ControlClient client, DemoSettings settings, GeneratedAnswer answer)
            throws InterruptedException {
        Prompt prompt =
                settings.isChat()
                        ? new Prompt.Chat(List.of(new ChatMessage("user", settings.text())))
                        : new Prompt.Text(settings.text());
        if (!settings.isChat()) {
            screen.print(settings.text());
        }
        var request =
                new AnswerRequest(
                        MODEL,
                        prompt,
                        settings.sampling(),
                        settings.maxTokens(),
                        0,
                        settings.stopOnEnd());
        AnswerEvent last = client.answer(request, answer::add);
        screen.print(System.lineSeparator());
        return switch (last) {
            case AnswerEvent.Finished end -> end;
            case AnswerEvent.Failed failed -> throw new CommandException(failed.reason());
            case AnswerEvent.Begun _, AnswerEvent.Token _ ->
                    throw new IllegalStateException("an answer without an end");
        };
    }
}
