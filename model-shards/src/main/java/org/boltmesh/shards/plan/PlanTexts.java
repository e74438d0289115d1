package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.plan.PlanOutcome.Kind;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;

/** What a planner says to people about one model. */
final class PlanTexts {
    private final ModelFootprint model;
    private final StageSizes sizes;

    PlanTexts(ModelFootprint model, StageSizes sizes) {
        this.model = model;
        this.sizes = sizes;
    }

    /**
     * What is worth knowing of a split that fits.
     *
     * @param nodes all that were allowed
     * @param preferred the order that was wanted, perhaps of fewer nodes
     */
    List<String> notes(List<NodeMemory> nodes, List<NodeMemory> preferred, Split split) {
        List<String> notes = new ArrayList<>();
        int used = split.score().used();
        if (sizes.layerCount() < nodes.size()) {
            notes.add(
                    "the model has %d layers, so it uses %d of %d nodes"
                            .formatted(sizes.layerCount(), used, nodes.size()));
        }
        List<NodeMemory> running = running(split, split.order());
        if (!running.equals(running(split, preferred))) {
            notes.add(
                    "layers go through %s, since the order %s fits less"
                            .formatted(names(running), names(preferred)));
        }
        Set<NodeMemory> busy = new HashSet<>(running);
        nodes.stream().filter(node -> !busy.contains(node)).map(this::idle).forEach(notes::add);
        return notes;
    }

    private static List<NodeMemory> running(Split split, List<NodeMemory> order) {
        Set<NodeMemory> idle = new HashSet<>(split.idle());
        return order.stream().filter(node -> !idle.contains(node)).toList();
    }

    private static String names(List<NodeMemory> nodes) {
        return String.join(", ", nodes.stream().map(NodeMemory::name).toList());
    }

    private String idle(NodeMemory node) {
        long smallest = sizes.smallestStageBytes();
        if (node.budgetBytes() >= smallest) {
            return "node %s takes no layer".formatted(node.name());
        }
        return "node %s takes no layer: it has %s, and one layer takes %s or more"
                .formatted(node.name(), node.budgetShown(), Bytes.exact(smallest));
    }

    /** Explains the split that lacks least in its order. */
    Refusal refusal(Split closest) {
        Map<NodeMemory, Stage> stages = new HashMap<>();
        closest.stages(sizes).forEach(stage -> stages.put(stage.node(), stage));
        List<Shortage> shortages = new ArrayList<>();
        StringBuilder reason = new StringBuilder(headline(closest));
        for (NodeMemory node : closest.order()) {
            Stage stage = stages.get(node);
            Shortage shortage = Shortage.of(node, stage == null ? 0 : stage.totalBytes());
            shortages.add(shortage);
            reason.append("\n  ").append(stage == null ? idle(node) : busy(stage, shortage));
        }
        reason.append("\n  ").append(cure());
        return new Refusal(Kind.MEMORY, reason.toString(), shortages);
    }

    private String headline(Split closest) {
        return "model %s: not enough memory on %s: the closest split lacks %s bytes"
                .formatted(
                        model.model(),
                        closest.order().size() == 1 ? "1 node" : closest.order().size() + " nodes",
                        Bytes.exact(closest.score().missingBytes()));
    }

    private static String busy(Stage stage, Shortage shortage) {
        String missing =
                shortage.missingBytes() == 0
                        ? "which is enough"
                        : Bytes.exact(shortage.missingBytes()) + " are missing";
        return "node %s needs %s bytes for layers %s (weights %s, cache %s, scratch %s); it has %s, %s"
                .formatted(
                        stage.node().name(),
                        Bytes.exact(stage.totalBytes()),
                        stage.layersShown(),
                        Bytes.exact(stage.weightBytes()),
                        Bytes.exact(stage.cacheBytes()),
                        Bytes.exact(stage.computeBytes()),
                        stage.node().budgetShown(),
                        missing);
    }

    private String cure() {
        return "add a node, free memory, or ask for less context than %s (%d sequence%s)"
                .formatted(
                        Bytes.exact(model.contextMax()),
                        model.sequencesMax(),
                        model.sequencesMax() == 1 ? "" : "s");
    }
}
