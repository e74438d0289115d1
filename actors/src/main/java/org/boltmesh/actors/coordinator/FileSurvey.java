package org.boltmesh.actors.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Asks nodes for their copies of a model and ends with what came. A crash of it asks nobody. */
final class FileSurvey extends AbstractMatchingBehavior<FileSurvey.Command> {
    /** Headers of the largest models are read in seconds; a disk may have to wake up. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** What a survey hears. */
    sealed interface Command {}

    private record Came(FileReport report) implements Command {}

    private record NodeGone(UUID node) implements Command {}

    private enum Timeout implements Command {
        INSTANCE
    }

    private final Map<UUID, FileReport> reports = new HashMap<>();
    private final List<UUID> awaited;
    private final Consumer<List<FileReport>> onEnd;

    private FileSurvey(
            ActorContext<Command> context,
            ModelSpec spec,
            List<NodeReport> nodes,
            Consumer<List<FileReport>> onEnd) {
        super(context);
        this.onEnd = onEnd;
        awaited = new ArrayList<>(nodes.stream().map(node -> node.identity().id()).toList());
        ActorRef<FileReport> adapter = context.messageAdapter(FileReport.class, Came::new);
        for (NodeReport node : nodes) {
            context.watchWith(node.agent(), new NodeGone(node.identity().id()));
            node.agent().tell(new NodeAgent.Describe(spec, adapter));
        }
    }

    /**
     * A survey of some nodes; at least one.
     *
     * @param onEnd hears once what came; must be safe to call from any actor
     */
    static Behavior<Command> create(
            ModelSpec spec, List<NodeReport> nodes, Consumer<List<FileReport>> onEnd) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers -> {
                                    timers.startSingleTimer(Timeout.INSTANCE, TIMEOUT);
                                    return new FileSurvey(context, spec, nodes, onEnd);
                                }));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Came came -> onCame(came.report());
            case NodeGone gone -> onNodeGone(gone);
            case Timeout _ -> end();
        };
    }

    private Behavior<Command> onCame(FileReport report) {
        reports.put(report.node(), report);
        return endIfAll(report.node());
    }

    private Behavior<Command> onNodeGone(NodeGone gone) {
        return endIfAll(gone.node());
    }

    private Behavior<Command> endIfAll(UUID node) {
        awaited.remove(node);
        return awaited.isEmpty() ? end() : this;
    }

    private Behavior<Command> end() {
        onEnd.accept(List.copyOf(reports.values()));
        return Behaviors.stopped();
    }
}
