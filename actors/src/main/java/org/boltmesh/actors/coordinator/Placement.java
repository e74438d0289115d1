package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.boltmesh.shards.plan.MemoryLedger;
import org.boltmesh.shards.plan.NodeMemory;
import org.boltmesh.shards.plan.PlanOutcome;
import org.boltmesh.shards.plan.Planner;
import org.boltmesh.shards.plan.Stage;

/** Decides where a model goes, from what its nodes say of their memory and their files. Pure. */
final class Placement {
    /** What it came to. */
    sealed interface Outcome {}

    /** It fits, and {@code ledger} holds its memory. */
    record Placed(ModelPlan plan, MemoryLedger ledger) implements Outcome {}

    /** It cannot be placed, for people. */
    record Refused(String reason) implements Outcome {}

    private final ModelSpec spec;
    private final List<NodeReport> nodes;
    private final Map<UUID, FileFacts> files = new HashMap<>();

    private Placement(ModelSpec spec, List<NodeReport> nodes) {
        this.spec = spec;
        this.nodes = nodes;
    }

    /**
     * Places a model.
     *
     * @param nodes that may hold its layers
     * @param reports of their files; a node without one has not answered
     * @param ledger what other models hold
     * @param generation of the new plan
     */
    static Outcome decide(
            ModelSpec spec,
            List<NodeReport> nodes,
            List<FileReport> reports,
            MemoryLedger ledger,
            long generation) {
        Placement placement = new Placement(spec, nodes);
        return placement
                .fileProblem(reports)
                .<Outcome>map(Refused::new)
                .orElseGet(() -> placement.plan(ledger, generation));
    }

    private Optional<String> fileProblem(List<FileReport> reports) {
        Map<UUID, FileReport> byNode = new HashMap<>();
        reports.forEach(report -> byNode.put(report.node(), report));
        List<String> problems = new ArrayList<>();
        for (NodeReport node : nodes) {
            FileReport report = byNode.get(node.identity().id());
            if (report == null) {
                problems.add("node %s has not answered".formatted(node.identity().name()));
            } else if (report.facts().isEmpty()) {
                problems.add("node %s: %s".formatted(node.identity().name(), report.problem()));
            } else {
                files.put(node.identity().id(), report.facts().get());
            }
        }
        return problems.isEmpty() ? differences() : Optional.of(unusable(problems));
    }

    private String unusable(List<String> problems) {
        return "model %s:\n  %s\n  put the same file on every node, name a node's own path in its list of models, or choose nodes with --nodes"
                .formatted(spec.name(), String.join("\n  ", problems));
    }

    private Optional<String> differences() {
        NodeReport first = nodes.getFirst();
        FileFacts wanted = file(first);
        List<String> found = new ArrayList<>();
        for (NodeReport node : nodes) {
            wanted.difference(file(node))
                    .map(
                            how ->
                                    "node %s's %s and node %s's %s are not the same: %s"
                                            .formatted(
                                                    first.identity().name(),
                                                    wanted.path(),
                                                    node.identity().name(),
                                                    file(node).path(),
                                                    how))
                    .ifPresent(found::add);
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(unusable(found));
    }

    private FileFacts file(NodeReport node) {
        FileFacts facts = files.get(node.identity().id());
        if (facts == null) {
            throw new IllegalStateException("no file of node " + node.identity().name());
        }
        return facts;
    }

    private Outcome plan(MemoryLedger ledger, long generation) {
        List<NodeMemory> memories = nodes.stream().map(NodeReport::planned).toList();
        PlanOutcome outcome =
                Planner.plan(
                        ledger.remaining(memories),
                        file(nodes.getFirst()).footprint(),
                        spec.nodes());
        return switch (outcome) {
            case PlanOutcome.Refusal refusal -> new Refused(refusal.reason());
            case PlanOutcome.Plan plan -> reserve(plan, ledger, memories, generation);
        };
    }

    private Outcome reserve(
            PlanOutcome.Plan plan,
            MemoryLedger ledger,
            List<NodeMemory> memories,
            long generation) {
        return switch (ledger.reserve(spec.name(), plan, memories)) {
            case MemoryLedger.Reserved reserved ->
                    new Placed(modelPlan(plan, generation), reserved.ledger());
            // A plan was made for what the ledger leaves, so that none of these can be.
            case MemoryLedger.Conflict conflict -> new Refused("held already: " + conflict);
            case MemoryLedger.UnknownNode unknown -> new Refused("unknown: " + unknown);
            case MemoryLedger.Insufficient missing -> new Refused("does not fit: " + missing);
        };
    }

    private ModelPlan modelPlan(PlanOutcome.Plan plan, long generation) {
        return new ModelPlan(
                spec, generation, plan.stages().stream().map(this::stage).toList(), plan.notes());
    }

    private ModelPlan.StagePlan stage(Stage stage) {
        NodeReport node =
                nodes.stream()
                        .filter(n -> n.identity().id().toString().equals(stage.node().id()))
                        .findFirst()
                        .orElseThrow();
        return new ModelPlan.StagePlan(
                node.identity().id(),
                node.identity().name(),
                node.agent(),
                node.identity().work(),
                file(node).path(),
                stage.layers(),
                new ModelPlan.Sizes(stage.weightBytes(), stage.cacheBytes(), stage.computeBytes()));
    }
}
