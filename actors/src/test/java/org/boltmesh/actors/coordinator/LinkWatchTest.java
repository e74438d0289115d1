package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.boltmesh.actors.mesh.MeshFacts;
import org.boltmesh.actors.mesh.MeshKeeper;
import org.boltmesh.actors.mesh.MeshReport;
import org.boltmesh.actors.mesh.MeshTable;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.plan.NodeMemory;
import org.junit.jupiter.api.Test;

class LinkWatchTest {
    private final NodeTable nodes = new NodeTable();
    private final MeshTable mesh = new MeshTable(0);
    private final LinkWatch watch = new LinkWatch(nodes, mesh);

    /** A node whose driver has these links: {@code b=UP}. */
    private void node(String name, String... links) {
        NodeReport report = Samples.node(name, NodeMemory.UNLIMITED);
        List<LinkStatus> all = Stream.of(links).map(LinkWatchTest::link).toList();
        nodes.put(
                new NodeReport(
                        report.identity(),
                        report.agent(),
                        report.memory(),
                        new NodeReport.Driver(
                                1, List.of(), new MeshStatus("simulated", "", 1, false, all), ""),
                        List.of(),
                        0));
    }

    private static LinkStatus link(String text) {
        String[] parts = text.split("=", -1);
        return new LinkStatus(
                Samples.id(parts[0]).toString(),
                0,
                "rdma_en3",
                LinkState.valueOf(parts[1]),
                "no answer",
                1,
                new LinkTraffic(0, 0, 0, 0, 0, 0, Map.of()));
    }

    private void cabled(String name, boolean wanted, boolean settled, String... peers) {
        UUID id = Samples.id(name);
        var facts =
                new MeshFacts(
                        id, name, wanted, List.of(), List.of(), List.of(), List.of(), List.of());
        List<UUID> ids = Stream.of(peers).map(Samples::id).toList();
        var keeper = TestInbox.<MeshKeeper.Command>create().getRef();
        mesh.put(new MeshReport(facts, 0, settled, ids, keeper));
        mesh.put(new MeshReport(facts, mesh.roster().revision(), settled, ids, keeper));
    }

    /** As if all had heard of each other. */
    private void hear() {
        for (MeshFacts facts : mesh.roster().nodes()) {
            MeshReport report = mesh.find(facts.id()).orElseThrow();
            mesh.put(
                    new MeshReport(
                            facts,
                            mesh.roster().revision(),
                            report.settled(),
                            report.cabled(),
                            report.keeper()));
        }
    }

    private static ModelPlan plan(String... names) {
        List<ModelPlan.StagePlan> stages =
                Stream.of(names)
                        .map(
                                name ->
                                        new ModelPlan.StagePlan(
                                                Samples.id(name),
                                                name,
                                                TestInbox.<NodeAgent.Command>create().getRef(),
                                                new HostPort("127.0.0.1", 1),
                                                "/m",
                                                new LayerRange(0, 1, true, true),
                                                new ModelPlan.Sizes(0, 0, 0)))
                        .toList();
        return new ModelPlan(Samples.spec(), 1, stages, List.of());
    }

    @Test
    void shouldWaitForNothingWithoutRdma() {
        node("a");
        node("b");
        assertThat(watch.missing(plan("a", "b"))).isEmpty();
        cabled("a", false, false);
        cabled("b", false, false);
        assertThat(watch.missing(plan("a", "b"))).isEmpty();
    }

    @Test
    void shouldWaitUntilCablesAreFound() {
        node("a");
        node("b");
        cabled("a", true, false);
        cabled("b", false, true);
        hear();
        assertThat(watch.missing(plan("a", "b"))).contains("a is still finding its cables");
        assertThat(watch.missing(plan("a"))).isEmpty();
        cabled("a", true, true);
        node("c");
        cabled("c", true, true);
        assertThat(watch.missing(plan("a", "b"))).contains("a is still finding its cables");
        hear();
        assertThat(watch.missing(plan("a", "b"))).isEmpty();
    }

    @Test
    void shouldWaitForEachLinkBetweenTheNodesOfAPlan() {
        node("a", "b=UP");
        node("b", "a=UP", "c=DOWN");
        node("c");
        cabled("a", true, true, "b");
        cabled("b", true, true, "a", "c");
        cabled("c", true, true, "b");
        hear();
        assertThat(watch.missing(plan("a", "b"))).isEmpty();
        assertThat(watch.missing(plan("a", "b", "c")))
                .contains("no link from b to c (down: no answer)");
        node("b", "a=UP", "c=UP");
        assertThat(watch.missing(plan("a", "b", "c"))).contains("no link from c to b (not begun)");
        node("c", "b=DOWN", "b=UP");
        assertThat(watch.missing(plan("a", "b", "c"))).isEmpty();
    }
}
