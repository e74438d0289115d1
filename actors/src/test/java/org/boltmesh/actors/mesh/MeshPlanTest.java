package org.boltmesh.actors.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.CableFile;
import org.boltmesh.driver.fabric.FabricSource;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.simulated.Cables;
import org.junit.jupiter.api.Test;

class MeshPlanTest {
    private static final FabricSource AUTO = FabricSource.Automatic.INSTANCE;
    private static final List<Cable> RING =
            CableFile.between(
                    Cables.parse(
                            """
                            manners thunderbolt
                            cable a:rdma_en3 b:rdma_en3
                            cable b:rdma_en5 a:rdma_en4
                            cable b:rdma_en4 c:rdma_en3
                            """));
    private static final int NET = 0x0A00_0000;

    private static MeshPlan plan(String own, FabricSource source, MeshFacts... all) {
        return plan(own, source, List.of(), all);
    }

    private static MeshPlan plan(
            String own, FabricSource source, List<Cable> simulated, MeshFacts... all) {
        MeshFacts self =
                List.of(all).stream().filter(node -> node.name().equals(own)).findFirst().get();
        return MeshPlan.of(self, List.of(all), source, simulated);
    }

    private static List<MeshCable> cables(MeshPlan plan, String peer) {
        return plan.peers().stream()
                .filter(other -> other.node().equals(Nodes.id(peer).toString()))
                .flatMap(other -> other.cables().stream())
                .toList();
    }

    @Test
    void shouldKnowEachOtherNodeOnceInOneOrder() {
        MeshFacts[] nodes = {Nodes.node("c"), Nodes.node("a"), Nodes.node("b")};
        assertThat(plan("b", AUTO, nodes).peers())
                .containsExactly(
                        new MeshPeer(
                                Nodes.id("a").toString(),
                                List.of("10.0.0.1:97"),
                                List.of("10.0.0.97"),
                                List.of()),
                        new MeshPeer(
                                Nodes.id("c").toString(),
                                List.of("10.0.0.1:99"),
                                List.of("10.0.0.99"),
                                List.of()));
    }

    @Test
    void shouldGiveACableTheSameNumberAtBothEnds() {
        MeshFacts[] nodes = {Nodes.node("a"), Nodes.node("b"), Nodes.node("c")};
        assertThat(cables(plan("a", AUTO, RING, nodes), "b"))
                .containsExactly(new MeshCable(0, "rdma_en3"), new MeshCable(1, "rdma_en4"));
        MeshPlan middle = plan("b", AUTO, RING, nodes);
        assertThat(cables(middle, "a"))
                .containsExactly(new MeshCable(0, "rdma_en3"), new MeshCable(1, "rdma_en5"));
        assertThat(cables(middle, "c")).containsExactly(new MeshCable(0, "rdma_en4"));
        assertThat(cables(plan("a", AUTO, RING, nodes), "c")).isEmpty();
        assertThat(middle.cabled()).containsExactlyInAnyOrder(Nodes.id("a"), Nodes.id("c"));
    }

    @Test
    void shouldLinkToNoNodeWithoutRdma() {
        MeshPlan plan = plan("b", AUTO, RING, Nodes.plain("a"), Nodes.node("b"), Nodes.node("c"));
        assertThat(cables(plan, "a")).isEmpty();
        assertThat(plan.peers()).hasSize(2);
        assertThat(plan.cabled()).containsExactly(Nodes.id("c"));
        MeshPlan without = plan("b", AUTO, RING, Nodes.node("a"), Nodes.plain("b"));
        assertThat(cables(without, "a")).isEmpty();
    }

    @Test
    void shouldExpectNoLinkToADriverThatTakesNoHandshakes() {
        MeshFacts c = Nodes.node("c");
        MeshFacts silent =
                new MeshFacts(
                        c.id(), "c", true, List.of(), c.hosts(), List.of(), List.of(), List.of());
        MeshPlan plan = plan("b", AUTO, RING, Nodes.node("b"), silent);
        assertThat(cables(plan, "c")).hasSize(1);
        assertThat(plan.cabled()).isEmpty();
    }

    @Test
    void shouldBelieveTheConfiguration() {
        FabricSource source = FabricSource.of(List.of("b:rdma_en9 - a:rdma_en8"));
        assertThat(cables(plan("b", source, RING, Nodes.node("a"), Nodes.node("b")), "a"))
                .containsExactly(new MeshCable(0, "rdma_en9"));
        assertThat(
                        cables(
                                plan(
                                        "b",
                                        FabricSource.of(List.of()),
                                        RING,
                                        Nodes.node("a"),
                                        Nodes.node("b")),
                                "a"))
                .isEmpty();
    }

    @Test
    void shouldFindCablesOfMacsByThunderboltsIds() {
        MeshFacts[] nodes = {
            Nodes.mac("a", "DOMAIN-A1>DOMAIN-B2", "DOMAIN-A2>"),
            Nodes.mac("b", "DOMAIN-B1>", "DOMAIN-B2>DOMAIN-A1")
        };
        MeshPlan plan = plan("a", AUTO, nodes);
        assertThat(cables(plan, "b")).containsExactly(new MeshCable(0, "rdma_en1"));
        assertThat(cables(plan("b", AUTO, nodes), "a"))
                .containsExactly(new MeshCable(0, "rdma_en2"));
        assertThat(plan.unproved()).isEmpty();
    }

    @Test
    void shouldCountWhatOneSubnetMayJoinOnlyWhenBothEndsHaveReachedTheOther() {
        MeshFacts a = Nodes.addressed("a", NET | 1);
        MeshFacts b = Nodes.addressed("b", NET | 2);
        MeshPlan untried = plan("a", AUTO, a, b, Nodes.addressed("far", NET | 257));
        assertThat(untried.unproved()).extracting(Cable::id).containsExactly("a:rxe0-b:rxe0");
        assertThat(cables(untried, "b")).isEmpty();
        MeshFacts reaching = Nodes.addressed("a", NET | 1, "a:rxe0-b:rxe0");
        MeshPlan half = plan("a", AUTO, reaching, b);
        assertThat(half.unproved()).isEmpty();
        assertThat(cables(half, "b")).isEmpty();
        MeshPlan whole = plan("a", AUTO, reaching, Nodes.addressed("b", NET | 2, "a:rxe0-b:rxe0"));
        assertThat(cables(whole, "b")).containsExactly(new MeshCable(0, "rxe0"));
    }
}
