package org.boltmesh.actors.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.transport.DriverState;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.CableFile;
import org.boltmesh.driver.fabric.FabricSource;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.boltmesh.driver.simulated.Cables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MeshKeeperTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<Cable> CABLES =
            CableFile.between(Cables.parse("manners thunderbolt\ncable a:rdma_en3 b:rdma_en3\n"));
    private static final int NET = 0x0A00_0000;

    private final ActorTestKit kit = ActorTestKit.create();
    private final TestProbe<MeshReport> reports = kit.createTestProbe(MeshReport.class);
    private final TestProbe<MeshView> views = kit.createTestProbe(MeshView.class);

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    private ActorRef<MeshKeeper.Command> keeper(LocalFabric local, boolean isReached) {
        return kit.spawn(
                MeshKeeper.create(
                        new MeshKeeper.Identity(Nodes.id("a"), "a"),
                        new MeshKeeper.Tools(
                                true,
                                FabricSource.Automatic.INSTANCE,
                                new MeshKey("00"),
                                () -> local,
                                _ -> (_, _) -> isReached,
                                ForkJoinPool.commonPool()),
                        reports.ref()::tell,
                        views.ref()::tell));
    }

    private static LocalFabric simulated() {
        return LocalFabric.without(List.of("127.0.0.1"), "127.0.0.1").withSimulated(CABLES);
    }

    private static MeshKeeper.DriverChanged driver(long pid, int port) {
        MeshStatus status =
                port == 0
                        ? MeshStatus.OFF
                        : new MeshStatus("simulated", "", port, false, List.of());
        return new MeshKeeper.DriverChanged(
                new DriverState(pid, Path.of("aeron"), List.of(), status, ""));
    }

    private MeshReport await(Predicate<MeshReport> wanted) {
        MeshReport report = reports.receiveMessage(PATIENCE);
        while (!wanted.test(report)) {
            report = reports.receiveMessage(PATIENCE);
        }
        return report;
    }

    private static MeshKeeper.Roster roster(long revision, MeshFacts... nodes) {
        return new MeshKeeper.Roster(revision, List.of(nodes));
    }

    @Test
    void shouldTellWhereItsDriverTakesHandshakes() {
        ActorRef<MeshKeeper.Command> keeper = keeper(simulated(), false);
        assertThat(await(_ -> true).settled()).isFalse();
        keeper.tell(driver(1, 4711));
        MeshReport report = await(each -> !each.facts().addresses().isEmpty());
        assertThat(report.facts().addresses()).containsExactly("127.0.0.1:4711");
        assertThat(report.facts().hosts()).containsExactly("127.0.0.1");
        assertThat(report.revision()).isZero();
        keeper.tell(driver(0, 0));
        await(each -> each.facts().addresses().isEmpty());
        keeper.tell(driver(2, 4712));
        assertThat(await(each -> !each.facts().addresses().isEmpty()).facts().addresses())
                .containsExactly("127.0.0.1:4712");
    }

    @Test
    void shouldTellTheDriverOfEachChange() {
        ActorRef<MeshKeeper.Command> keeper = keeper(simulated(), false);
        keeper.tell(driver(1, 4711));
        keeper.tell(roster(7, Nodes.node("a"), Nodes.node("b")));
        MeshView first = views.receiveMessage(PATIENCE);
        assertThat(first.node()).isEqualTo(Nodes.id("a").toString());
        assertThat(first.peers()).hasSize(1);
        assertThat(first.peers().getFirst().cables()).containsExactly(new MeshCable(0, "rdma_en3"));
        MeshReport report = await(each -> each.revision() == 7 && each.settled());
        assertThat(report.cabled()).containsExactly(Nodes.id("b"));
        keeper.tell(roster(8, Nodes.node("a"), Nodes.node("b")));
        keeper.tell(roster(9, Nodes.node("a")));
        assertThat(views.receiveMessage(PATIENCE).peers()).isEmpty();
        assertThat(await(each -> each.revision() == 9).cabled()).isEmpty();
    }

    @Test
    void shouldTellAnotherDriverAgain() {
        ActorRef<MeshKeeper.Command> keeper = keeper(simulated(), false);
        keeper.tell(driver(1, 4711));
        keeper.tell(roster(7, Nodes.node("a"), Nodes.node("b")));
        MeshView first = views.receiveMessage(PATIENCE);
        keeper.tell(driver(2, 4712));
        assertThat(views.receiveMessage(PATIENCE)).isEqualTo(first);
    }

    @Test
    void shouldTryWhatASubnetMayJoin() {
        LocalFabric local =
                new LocalFabric(
                        List.of("10.0.0.1"),
                        "10.0.0.1",
                        List.of(),
                        List.of(new MeshFacts.Device("rxe0", NET | 1, 24)),
                        List.of());
        ActorRef<MeshKeeper.Command> keeper = keeper(local, true);
        keeper.tell(
                roster(
                        7,
                        Nodes.addressed("a", NET | 1),
                        Nodes.addressed("b", NET | 2, "a:rxe0-b:rxe0")));
        await(each -> each.facts().reached().equals(List.of("a:rxe0-b:rxe0")));
        MeshView view = views.receiveMessage(PATIENCE);
        while (view.peers().getFirst().cables().isEmpty()) {
            view = views.receiveMessage(PATIENCE);
        }
        assertThat(view.peers().getFirst().cables()).containsExactly(new MeshCable(0, "rxe0"));
    }
}
