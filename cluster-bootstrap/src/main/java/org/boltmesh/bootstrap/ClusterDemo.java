package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One demo with nodes that have just been started. */
final class ClusterDemo {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterDemo.class);
    private static final String MODEL = "demo";

    /** Far more than a machine needs that has other work, too. */
    private static final Duration FORMING_TIMEOUT = Duration.ofSeconds(150);

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * What a node has sent passes three hands on its way to the director, each of which tells it
     * once a second: after three seconds the numbers are newer than the answer's end.
     */
    private static final Duration REPORTS = Duration.ofMillis(3_300);

    private final DemoNodes nodes;
    private final DemoScreen screen;
    private final PrintWriter err;

    ClusterDemo(DemoNodes nodes, DemoScreen screen, PrintWriter err) {
        this.nodes = nodes;
        this.screen = screen;
        this.err = err;
    }

    /**
     * Waits for the cluster, loads the model, generates, prints as tokens come.
     *
     * @param isTrafficWanted whether the report has to tell all bytes that were sent
     * @throws CommandException when there is no answer, or a node ended by itself
     */
    ClusterDemoReport run(Path model, DemoSettings settings, boolean isTrafficWanted)
            throws InterruptedException {
        try {
            awaitCluster();
            return generate(model, settings, isTrafficWanted);
        } catch (InterruptedException | ControlException e) {
            Optional<String> death = nodes.death();
            if (death.isPresent()) {
                throw new CommandException(death.get());
            }
            throw e;
        } catch (CommandException e) {
            throw nodes.death().map(CommandException::new).orElse(e);
        }
    }

    private void awaitCluster() throws InterruptedException {
        long beginNs = System.nanoTime();
        int seen = nodesSeen();
        while (seen < nodes.count()) {
            if (System.nanoTime() - beginNs > FORMING_TIMEOUT.toNanos()) {
                throw new CommandException(
                        "%d of %d nodes have found each other after %d s, want all; the machine may be too busy"
                                .formatted(seen, nodes.count(), FORMING_TIMEOUT.toSeconds()));
            }
            nodes.pause(POLL);
            seen = nodesSeen();
        }
        nodes.noteChildren();
        LOG.info("{} nodes after {} ms", seen, (System.nanoTime() - beginNs) / 1_000_000);
    }

    private int nodesSeen() throws InterruptedException {
        try (ControlClient client = ControlClient.connect(nodes.firstDataFolder())) {
            return client.state().nodes().size();
        } catch (ControlException e) {
            LOG.debug("not yet: {}", e.getMessage());
            return 0;
        }
    }

    private ClusterDemoReport generate(Path model, DemoSettings settings, boolean isTrafficWanted)
            throws InterruptedException {
        try (ControlClient client = ControlClient.connect(nodes.firstDataFolder())) {
            ModelStatus loaded = load(client, spec(model, settings.load()));
            nodes.noteChildren();
            loaded.notes().forEach(note -> err.println("note: " + note));
            err.flush();
            var answer = new GeneratedAnswer(MODEL, screen);
            AnswerEvent.Finished end = answer(client, settings, answer);
            if (isTrafficWanted) {
                nodes.pause(REPORTS);
            }
            ClusterState state = client.state();
            return new ClusterDemoReport(model.toString(), answer, end, state);
        }
    }

    static ModelSpec spec(Path model, LoadOptions load) {
        return new ModelSpec(
                MODEL,
                model.toString(),
                load.contextMax().orElse(0),
                List.of(),
                load.kvType(),
                load.microBatchMax(),
                load.sequencesMax());
    }

    private ModelStatus load(ControlClient client, ModelSpec spec) throws InterruptedException {
        try (var progress = new LoadScreen(err)) {
            return switch (client.load(spec, progress::show)) {
                case LoadEvent.Done done -> done.model();
                case LoadEvent.Progress running -> running.model();
                case LoadEvent.Refused refused -> throw new CommandException(refused.reason());
            };
        }
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
