package org.boltmesh.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.plan.PlanOutcome.Plan;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;
import org.junit.jupiter.api.Test;

/** Random small clusters and models, against a search that tries every order and every split. */
class PlannerPropertyTest {
    private static final int CASES = 20_000;

    @Test
    void shouldFindPlanExactlyWhereThereIsOne() {
        long seed = System.nanoTime();
        System.out.println("PlannerPropertyTest seed " + seed);
        Random random = new Random(seed);
        int plans = 0;
        int reordered = 0;
        for (int i = 0; i < CASES; i++) {
            ModelFootprint model = model(random);
            List<NodeMemory> nodes = nodes(random, model);
            String subject = "seed %d, case %d: %s on %s".formatted(seed, i, model, nodes);
            boolean possible = BruteForce.fits(model, nodes);
            switch (Planner.plan(nodes, model)) {
                case Plan plan -> {
                    assertThat(possible).as(subject).isTrue();
                    assertSound(subject, plan, model);
                    plans++;
                    reordered += BruteForce.fitsInOrder(model, nodes) ? 0 : 1;
                }
                case Refusal refusal -> {
                    assertThat(possible).as(subject).isFalse();
                    assertNamesAll(subject, refusal, nodes);
                }
            }
        }
        assertThat(plans).as("plans").isBetween(CASES / 5, CASES * 4 / 5);
        assertThat(reordered).as("plans in another order").isGreaterThan(CASES / 100);
    }

    @Test
    void shouldFindOrderWheneverThereIsOne() {
        long seed = System.nanoTime();
        System.out.println("PlannerPropertyTest order seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            ModelFootprint model = model(random);
            List<NodeMemory> nodes = nodes(random, model);
            StageSizes sizes = new StageSizes(model);
            String subject = "seed %d, case %d: %s on %s".formatted(seed, i, model, nodes);
            assertThat(OrderSearch.find(sizes, nodes).map(o -> SplitSearch.find(sizes, o).fits()))
                    .as(subject)
                    .isEqualTo(
                            BruteForce.fits(model, nodes) ? Optional.of(true) : Optional.empty());
        }
    }

    private static ModelFootprint model(Random random) {
        List<Long> layers = new ArrayList<>();
        int layerCount = 1 + random.nextInt(6);
        boolean uniform = random.nextBoolean();
        long size = random.nextLong(1, 21);
        for (int i = 0; i < layerCount; i++) {
            layers.add(uniform ? size : random.nextLong(1, 21));
        }
        long embedding = random.nextInt(20);
        boolean tied = random.nextBoolean();
        long head = tied ? embedding + random.nextInt(2) : random.nextInt(20);
        long compute = random.nextInt(6);
        return new ModelFootprint(
                "random",
                1,
                1,
                layers,
                random.nextInt(5),
                random.nextInt(2),
                embedding,
                head,
                tied ? embedding : 0,
                compute,
                compute + random.nextInt(6));
    }

    /** About as much memory as the model needs. */
    private static List<NodeMemory> nodes(Random random, ModelFootprint model) {
        int count = 1 + random.nextInt(4);
        LayerRange whole = model.range(0, model.layerCount() - 1);
        long needed = model.weightBytes(whole) + model.cacheBytes(whole);
        int memoryMax = (int) (3 * needed / count) + 30;
        List<NodeMemory> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = String.valueOf((char) ('a' + i));
            long free = random.nextInt(memoryMax);
            long limit = random.nextBoolean() ? NodeMemory.UNLIMITED : random.nextInt(memoryMax);
            nodes.add(
                    new NodeMemory(name, name, free, limit, random.nextInt(5), random.nextInt(5)));
        }
        return nodes;
    }

    private static void assertSound(String subject, Plan plan, ModelFootprint model) {
        int next = 0;
        List<String> used = new ArrayList<>();
        for (Stage stage : plan.stages()) {
            LayerRange layers = stage.layers();
            NodeMemory node = stage.node();
            assertThat(layers.first()).as(subject).isEqualTo(next);
            assertThat(layers.embedding()).as(subject).isEqualTo(stage.equals(plan.headShard()));
            assertThat(layers.head()).as(subject).isEqualTo(stage.equals(plan.last()));
            assertThat(stage.weightBytes()).as(subject).isEqualTo(model.weightBytes(layers));
            assertThat(stage.cacheBytes()).as(subject).isEqualTo(model.cacheBytes(layers));
            assertThat(stage.computeBytes()).as(subject).isEqualTo(model.computeBytes(layers));
            assertThat(stage.totalBytes() + node.reserveBytes() + node.takenBytes())
                    .as(subject)
                    .isLessThanOrEqualTo(node.freeBytes());
            assertThat(stage.totalBytes() + node.takenBytes())
                    .as(subject)
                    .isLessThanOrEqualTo(node.limitBytes());
            assertThat(used).as(subject).doesNotContain(node.id());
            used.add(node.id());
            next = layers.last() + 1;
        }
        assertThat(next).as(subject).isEqualTo(model.layerCount());
    }

    private static void assertNamesAll(String subject, Refusal refusal, List<NodeMemory> nodes) {
        assertThat(refusal.nodes()).as(subject).hasSameSizeAs(nodes);
        assertThat(refusal.nodes()).as(subject).anyMatch(n -> n.missingBytes() > 0);
        for (NodeMemory node : nodes) {
            assertThat(refusal.reason()).as(subject).contains("node " + node.name() + " ");
        }
    }
}
