package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.shards.plan.MemoryLedger;
import org.boltmesh.shards.plan.NodeMemory;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final long PLENTY = NodeMemory.UNLIMITED;

    @Test
    void shouldPlaceLayersByMemoryWithEachNodesOwnFile() {
        var nodes = List.of(Samples.node("a", 30), Samples.node("b", 10));
        ModelPlan plan = placed(nodes, "a", "b").plan();
        assertThat(plan.generation()).isEqualTo(5);
        assertThat(plan.stages())
                .extracting(ModelPlan.StagePlan::nodeName, ModelPlan.StagePlan::file)
                .containsExactly(tuple("a", "/models/of/a"), tuple("b", "/models/of/b"));
        assertThat(plan.stages().getFirst().layers().last()).isEqualTo(2);
        assertThat(plan.stages().getLast().sizes().weightBytes()).isEqualTo(10);
    }

    @Test
    void shouldReserveWhatItPlaces() {
        var nodes = List.of(Samples.node("a", 40));
        MemoryLedger ledger = placed(nodes, "a").ledger();
        assertThat(ledger.takenBytes(Samples.id("a").toString())).isEqualTo(40);
        var other =
                new ModelSpec(
                        "other",
                        "/models/other.gguf",
                        64,
                        List.of(),
                        Samples.spec().kvType(),
                        512,
                        8);
        assertThat(Placement.decide(other, nodes, files("a"), ledger, 6))
                .isInstanceOfSatisfying(
                        Placement.Refused.class,
                        refused ->
                                assertThat(refused.reason())
                                        .contains("node a", "other loads 40", "are missing"));
    }

    @Test
    void shouldRefuseAFileThatIsMissingOnANodeAndSayWhere() {
        var nodes = List.of(Samples.node("a", PLENTY), Samples.node("b", PLENTY));
        var reports =
                List.of(
                        Samples.file("a", 100),
                        FileReport.problem(Samples.id("b"), "/models/small.gguf: no such file"));
        assertThat(reason(nodes, reports))
                .contains("node b: /models/small.gguf: no such file", "--nodes")
                .doesNotContain("node a");
    }

    @Test
    void shouldRefuseFilesThatDifferAndSayHow() {
        var nodes = List.of(Samples.node("a", PLENTY), Samples.node("b", PLENTY));
        var reports = List.of(Samples.file("a", 100), Samples.file("b", 101));
        assertThat(reason(nodes, reports))
                .contains("/models/of/a", "/models/of/b", "not the same: 100 bytes and 101");
    }

    @Test
    void shouldCompareWholeFilesWhereTheirHashesAreKnown() {
        var nodes = List.of(Samples.node("a", PLENTY), Samples.node("b", PLENTY));
        FileReport one = Samples.file("a", 100, List.of("aa"));
        assertThat(reason(nodes, List.of(one, Samples.file("b", 100, List.of("bb")))))
                .contains("not the same: SHA-256 [aa] and [bb]");
        assertThat(decided(nodes, List.of(one, Samples.file("b", 100))))
                .isInstanceOf(Placement.Placed.class);
    }

    @Test
    void shouldNameANodeThatDoesNotAnswer() {
        var nodes = List.of(Samples.node("a", PLENTY), Samples.node("b", PLENTY));
        assertThat(reason(nodes, files("a"))).contains("node b has not answered");
    }

    private static List<FileReport> files(String... names) {
        return Stream.of(names).map(name -> Samples.file(name, 100)).toList();
    }

    private static Placement.Placed placed(List<NodeReport> nodes, String... names) {
        Placement.Outcome outcome = decided(nodes, files(names));
        assertThat(outcome).isInstanceOf(Placement.Placed.class);
        return (Placement.Placed) outcome;
    }

    private static Placement.Outcome decided(List<NodeReport> nodes, List<FileReport> reports) {
        return Placement.decide(Samples.spec(), nodes, reports, MemoryLedger.EMPTY, 5);
    }

    private static String reason(List<NodeReport> nodes, List<FileReport> reports) {
        Placement.Outcome outcome = decided(nodes, reports);
        assertThat(outcome).isInstanceOf(Placement.Refused.class);
        return ((Placement.Refused) outcome).reason();
    }
}
