package org.boltmesh.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.boltmesh.shards.plan.TestModels.nodes;
import static org.boltmesh.shards.plan.TestModels.untied;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.boltmesh.shards.plan.MemoryLedger.Conflict;
import org.boltmesh.shards.plan.MemoryLedger.Insufficient;
import org.boltmesh.shards.plan.MemoryLedger.Outcome;
import org.boltmesh.shards.plan.MemoryLedger.Reserved;
import org.boltmesh.shards.plan.MemoryLedger.UnknownNode;
import org.boltmesh.shards.plan.PlanOutcome.Plan;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;
import org.junit.jupiter.api.Test;

class MemoryLedgerTest {
    private static final List<NodeMemory> NODES = nodes(100, 200);

    private static MemoryLedger reserved(Outcome outcome) {
        return assertThat(outcome).asInstanceOf(type(Reserved.class)).actual().ledger();
    }

    private static MemoryLedger with(String load, long a, long b) {
        return reserved(MemoryLedger.EMPTY.reserve(load, Map.of("id-a", a, "id-b", b), NODES));
    }

    @Test
    void shouldLowerWhatRemains() {
        MemoryLedger ledger = with("x", 60, 70);
        assertThat(ledger.loads()).containsExactly("x");
        assertThat(ledger.remaining(NODES))
                .extracting(NodeMemory::budgetBytes)
                .containsExactly(40L, 130L);
    }

    @Test
    void shouldRefuseBytesThatAnotherLoadHolds() {
        MemoryLedger ledger = with("x", 60, 70);
        assertThat(ledger.reserve("y", Map.of("id-a", 41L, "id-b", 130L), NODES))
                .isEqualTo(
                        new Insufficient(
                                "y", List.of(new Shortage(NODES.getFirst().withTaken(60), 41, 1))));
        assertThat(ledger.reserve("y", Map.of("id-a", 40L, "id-b", 130L), NODES))
                .isInstanceOf(Reserved.class);
    }

    @Test
    void shouldReserveAndReleaseAgainWithoutEffect() {
        MemoryLedger ledger = with("x", 60, 70);
        assertThat(reserved(ledger.reserve("x", Map.of("id-b", 70L, "id-a", 60L), List.of())))
                .isSameAs(ledger);
        MemoryLedger released = ledger.release("x");
        assertThat(released).isEqualTo(MemoryLedger.EMPTY);
        assertThat(released.release("x")).isSameAs(released);
    }

    @Test
    void shouldRefuseOtherBytesForSameLoad() {
        Map<String, Long> other = Map.of("id-a", 1L);
        assertThat(with("x", 60, 70).reserve("x", other, NODES))
                .isEqualTo(new Conflict("x", Map.of("id-a", 60L, "id-b", 70L), other));
    }

    @Test
    void shouldRefuseUnknownNode() {
        assertThat(MemoryLedger.EMPTY.reserve("x", Map.of("id-c", 1L), NODES))
                .isEqualTo(new UnknownNode("x", "id-c"));
    }

    @Test
    void shouldRefuseNegativeBytes() {
        Map<String, Long> negative = Map.of("id-a", -1L);
        assertThatThrownBy(() -> MemoryLedger.EMPTY.reserve("x", negative, NODES))
                .hasMessageContaining("load x: -1 bytes on node id-a");
    }

    /** Two plans from one look at the cluster: only the first gets its bytes. */
    @Test
    void shouldKeepPlansApart() {
        List<NodeMemory> nodes = nodes(500, 500);
        Plan plan = (Plan) Planner.plan(nodes, untied(6));
        MemoryLedger ledger = reserved(MemoryLedger.EMPTY.reserve("x", plan, nodes));
        assertThat(ledger.takenBytes("id-a")).isEqualTo(plan.headShard().totalBytes());
        assertThat(ledger.reserve("y", plan, nodes)).isInstanceOf(Insufficient.class);
        assertThat(Planner.plan(ledger.remaining(nodes), untied(6))).isInstanceOf(Refusal.class);
        assertThat(ledger.release("x").reserve("y", plan, nodes)).isInstanceOf(Reserved.class);
    }

    @Test
    void shouldNeverHoldMoreThanThereIs() {
        long seed = System.nanoTime();
        System.out.println("MemoryLedgerTest seed " + seed);
        Random random = new Random(seed);
        MemoryLedger ledger = MemoryLedger.EMPTY;
        int reservedCount = 0;
        for (int i = 0; i < 5_000; i++) {
            String load = "load " + random.nextInt(8);
            if (random.nextInt(3) == 0) {
                ledger = ledger.release(load);
                continue;
            }
            Map<String, Long> asked = new HashMap<>();
            NODES.forEach(node -> asked.put(node.id(), (long) random.nextInt(90)));
            if (ledger.reserve(load, asked, NODES) instanceof Reserved(MemoryLedger next)) {
                ledger = next;
                reservedCount++;
            }
            for (NodeMemory node : NODES) {
                assertThat(ledger.takenBytes(node.id()))
                        .as("seed %d, step %d", seed, i)
                        .isLessThanOrEqualTo(node.budgetBytes());
            }
        }
        assertThat(reservedCount).isGreaterThan(100);
    }
}
