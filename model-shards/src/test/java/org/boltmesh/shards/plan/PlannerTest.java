package org.boltmesh.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.boltmesh.shards.plan.TestModels.node;
import static org.boltmesh.shards.plan.TestModels.nodes;
import static org.boltmesh.shards.plan.TestModels.tied;
import static org.boltmesh.shards.plan.TestModels.untied;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.plan.PlanOutcome.Kind;
import org.boltmesh.shards.plan.PlanOutcome.Plan;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PlannerTest {

    private static Plan plan(ModelFootprint model, List<NodeMemory> nodes, String... allowed) {
        PlanOutcome outcome = Planner.plan(nodes, model, List.of(allowed));
        return assertThat(outcome).asInstanceOf(type(Plan.class)).actual();
    }

    private static Refusal refusal(
            ModelFootprint model, List<NodeMemory> nodes, String... allowed) {
        PlanOutcome outcome = Planner.plan(nodes, model, List.of(allowed));
        return assertThat(outcome).asInstanceOf(type(Refusal.class)).actual();
    }

    private static List<Integer> layers(Plan plan) {
        return plan.stages().stream().map(stage -> stage.layers().layerCount()).toList();
    }

    private static List<String> names(Plan plan) {
        return plan.stages().stream().map(stage -> stage.node().name()).toList();
    }

    @Test
    void shouldPlaceWholeModelOnOneNode() {
        Plan plan = plan(tied(4), nodes(1000));
        assertThat(plan.stages())
                .containsExactly(
                        new Stage(
                                node("a", 1000),
                                new LayerRange(0, 3, true, true),
                                4 * 90 + 40 + 1,
                                4 * 10,
                                25));
        assertThat(plan.headShard()).isSameAs(plan.last());
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void shouldFollowProportions() {
        assertThat(layers(plan(untied(12), nodes(40_000, 40_000, 20_000, 20_000))))
                .containsExactly(4, 4, 2, 2);
        assertThat(layers(plan(untied(24), nodes(40_000, 40_000, 20_000, 20_000))))
                .containsExactly(8, 8, 4, 4);
        assertThat(layers(plan(untied(7), nodes(9_000, 9_000)))).containsExactly(4, 3);
        assertThat(layers(plan(untied(5), nodes(4_000, 4_000, 2_000, 2_000))))
                .containsExactly(2, 1, 1, 1);
    }

    @Test
    void shouldFollowLimits() {
        List<NodeMemory> limited = new ArrayList<>();
        for (NodeMemory n : nodes(4_000, 4_000, 2_000, 2_000)) {
            limited.add(new NodeMemory(n.id(), n.name(), 90_000, n.freeBytes(), 5_000, 0));
        }
        Plan plan = plan(untied(12), limited);
        assertThat(layers(plan)).containsExactly(4, 4, 2, 2);
        assertThat(plan.stages()).allMatch(stage -> stage.node().reserveBytes() == 5_000);
    }

    @Test
    void shouldCountBothEndsOfTiedModel() {
        Plan plan = plan(tied(4), nodes(1000, 1000));
        Stage head = plan.headShard();
        Stage last = plan.last();
        assertThat(head.layers()).isEqualTo(new LayerRange(0, 1, true, false));
        assertThat(head.weightBytes()).isEqualTo(2 * 90 + 40);
        assertThat(head.computeBytes()).isEqualTo(5);
        assertThat(last.layers()).isEqualTo(new LayerRange(2, 3, false, true));
        assertThat(last.weightBytes()).isEqualTo(2 * 90 + 41);
        assertThat(last.computeBytes()).isEqualTo(25);
        assertThat(head.totalBytes() + head.freeAfterBytes()).isEqualTo(1000);
    }

    @Test
    void shouldShiftLayersUntilTheyFit() {
        // In proportion 2, 2: but two layers with the head take 275.
        assertThat(layers(plan(untied(4), nodes(345, 270)))).containsExactly(3, 1);
        assertThat(layers(plan(untied(4), nodes(345, 275)))).containsExactly(2, 2);
    }

    @Test
    void shouldUseFewerNodesForFewLayers() {
        Plan plan = plan(untied(2), nodes(900, 1000, 900, 1000));
        assertThat(names(plan)).containsExactly("b", "d");
        assertThat(plan.notes())
                .containsExactly(
                        "the model has 2 layers, so it uses 2 of 4 nodes",
                        "node a takes no layer",
                        "node c takes no layer");
    }

    @Test
    void shouldLeaveOutNodeThatIsTooSmall() {
        Plan plan = plan(untied(4), nodes(1000, 104, 1000));
        assertThat(names(plan)).containsExactly("a", "c");
        assertThat(plan.notes())
                .containsExactly(
                        "node b takes no layer: it has 104 bytes for models (104 free, reserve 0), and one layer takes 105 or more");
    }

    @Test
    void shouldChangeOrderWhereEndsDoNotFit() {
        // Only c has room for the head, and only a and c for the embedding.
        Plan plan = plan(untied(3), nodes(150, 180, 110));
        assertThat(names(plan)).containsExactly("a", "c", "b");
        assertThat(plan.notes())
                .containsExactly("layers go through a, c, b, since the order a, b, c fits less");
    }

    @Test
    void shouldKeepOrderThatWasAskedFor() {
        List<NodeMemory> nodes = nodes(1000, 1000, 1000);
        assertThat(names(plan(untied(6), nodes))).containsExactly("a", "b", "c");
        assertThat(names(plan(untied(6), nodes, "c", "a"))).containsExactly("c", "a");
        assertThat(names(plan(untied(6), nodes, "id-b", "a", "b"))).containsExactly("b", "a");
    }

    @Test
    void shouldNotDependOnOrderOfNodes() {
        long seed = System.nanoTime();
        System.out.println("PlannerTest seed " + seed);
        List<NodeMemory> nodes = nodes(700, 300, 500, 200, 900);
        Plan expected = plan(untied(12), nodes);
        List<NodeMemory> shuffled = new ArrayList<>(nodes);
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            Collections.shuffle(shuffled, random);
            assertThat(plan(untied(12), shuffled)).isEqualTo(expected);
        }
    }

    @Test
    void shouldUseLargestOfTooManyNodes() {
        List<NodeMemory> many = new ArrayList<>();
        for (int i = 10; i < 40; i++) {
            many.add(node("n" + i, i < 24 ? 150 : 500));
        }
        Plan plan = plan(untied(60), many);
        assertThat(names(plan)).hasSize(16).startsWith("n24").endsWith("n39");
    }

    @Test
    @Timeout(60)
    void shouldPlanLargestModelOnMostNodesInTime() {
        List<NodeMemory> many = new ArrayList<>();
        for (int i = 10; i < 26; i++) {
            many.add(node("n" + i, 4_000 + 100 * i));
        }
        assertThat(refusal(untied(1024), many).nodes()).hasSize(16);
        many.set(0, node("n10", 110));
        many.set(5, node("n15", 40_000));
        // The first is too small for the embedding, and there are too many to try others first.
        assertThat(plan(untied(1024), many).stages()).hasSize(15);
    }

    @Test
    void shouldExplainWhatIsMissing() {
        List<NodeMemory> nodes =
                List.of(
                        new NodeMemory("1", "mac-1", 1200, 500, 1000, 0),
                        new NodeMemory("2", "mac-2", 400, NodeMemory.UNLIMITED, 100, 20),
                        node("mac-3", 10));
        Refusal refusal = refusal(untied(4), nodes);
        assertThat(refusal.kind()).isEqualTo(Kind.MEMORY);
        assertThat(refusal.reason())
                .isEqualTo(
                        """
                        model test: not enough memory on 3 nodes: the closest split lacks 45 bytes
                          node mac-1 needs 245 bytes for layers 0..1 + embedding (weights 220, cache 20, scratch 5); it has 200 bytes for models (1,200 free, reserve 1,000, limit 500), 45 are missing
                          node mac-2 needs 275 bytes for layers 2..3 + head (weights 230, cache 20, scratch 25); it has 280 bytes for models (400 free, reserve 100, other loads 20), which is enough
                          node mac-3 takes no layer: it has 10 bytes for models (10 free, reserve 0), and one layer takes 105 or more
                          add a node, free memory, or ask for less context than 512 (2 sequences)""");
        assertThat(refusal.nodes()).hasSize(3);
    }

    @Test
    void shouldRefuseUnknownNodes() {
        assertThat(refusal(untied(1), List.of()).kind()).isEqualTo(Kind.NO_NODES);
        Refusal unknown = refusal(untied(1), nodes(1000, 1000), "a", "x");
        assertThat(unknown.kind()).isEqualTo(Kind.UNKNOWN_NODE);
        assertThat(unknown.reason()).isEqualTo("model test: no node x, want some of a, b");
    }

    @Test
    void shouldRefuseAmbiguousName() {
        List<NodeMemory> twins =
                List.of(
                        new NodeMemory("1", "mac", 1000, 1000, 0, 0),
                        new NodeMemory("2", "mac", 1000, 1000, 0, 0));
        Refusal refusal = refusal(untied(1), twins, "mac");
        assertThat(refusal.kind()).isEqualTo(Kind.AMBIGUOUS_NAME);
        assertThat(refusal.reason()).contains("2 nodes are named mac, want an id: 1 or 2");
        assertThat(plan(untied(1), twins, "2").headShard().node().id()).isEqualTo("2");
    }

    @Test
    void shouldRefuseSameIdTwice() {
        List<NodeMemory> twice = List.of(node("a", 1), node("a", 2));
        assertThatThrownBy(() -> Planner.plan(twice, untied(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id-a");
    }

    @Test
    void shouldRefuseNegativeMemory() {
        assertThatThrownBy(() -> node("a", -1)).hasMessageContaining("free memory -1 bytes");
        assertThat(new NodeMemory("1", "a", 10, 100, 20, 0).budgetBytes()).isZero();
    }
}
