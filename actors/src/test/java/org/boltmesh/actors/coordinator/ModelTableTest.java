package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.boltmesh.shards.plan.NodeMemory;
import org.junit.jupiter.api.Test;

class ModelTableTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final NodeTable nodes = new NodeTable();
    private final ModelTable models = new ModelTable(0);
    private final TestInbox<LoadEvent> loads = TestInbox.create();
    private final TestInbox<UnloadReply> unloads = TestInbox.create();
    private final TestInbox<ModelCoordinator.Command> coordinator = TestInbox.create();

    private void join(NodeReport node, long nowNs) {
        if (nodes.put(node)) {
            models.nodesChanged(nowNs);
        }
        models.configured(node, nowNs);
    }

    private ModelPlan load(long nowNs) {
        assertThat(models.load(Samples.spec(), loads.getRef(), nowNs)).isEmpty();
        return place(nowNs).orElseThrow();
    }

    private Optional<ModelPlan> place(long nowNs) {
        List<DesiredModel> due = models.due(nodes, nowNs);
        assertThat(due).hasSize(1);
        due.getFirst().beginSurvey();
        return models.place(due.getFirst(), nodes, List.of(Samples.file("a", 100)), nowNs);
    }

    private boolean report(ModelPlan plan, ModelPhase phase, long nowNs) {
        return models.reported(
                new ModelReport(
                        coordinator.getRef(),
                        plan,
                        new ModelReport.Progress(phase, ""),
                        List.of(),
                        0,
                        0,
                        0),
                nowNs);
    }

    private long taken() {
        return models.ledger().takenBytes(Samples.id("a").toString());
    }

    @Test
    void shouldLoadOnceAndTellHowItGoes() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        assertThat(models.due(nodes, SECOND_NS)).isEmpty();
        assertThat(report(plan, ModelPhase.LOADING, SECOND_NS)).isTrue();
        assertThat(report(plan, ModelPhase.READY, SECOND_NS)).isFalse();
        assertThat(loads.getAllReceived())
                .hasExactlyElementsOfTypes(LoadEvent.Progress.class, LoadEvent.Done.class);
        assertThat(models.find(Samples.MODEL)).isEqualTo(new FindReply.Found(coordinator.getRef()));
        assertThat(models.load(Samples.spec(), loads.getRef(), SECOND_NS).orElseThrow())
                .contains("loaded already", "unload it first");
    }

    @Test
    void shouldFreeMemoryOnlyWhenAnUnloadedModelHasEnded() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        report(plan, ModelPhase.READY, 0);
        models.unload(models.get(Samples.MODEL).orElseThrow(), unloads.getRef());
        coordinator.expectMessage(new ModelCoordinator.Stop("model small was unloaded"));
        assertThat(taken()).isEqualTo(40);
        assertThat(unloads.hasMessages()).isFalse();
        models.gone(Samples.MODEL, plan.generation(), 0);
        unloads.expectMessage(new UnloadReply(Optional.empty()));
        assertThat(taken()).isZero();
        assertThat(models.find(Samples.MODEL)).isInstanceOf(FindReply.Unknown.class);
    }

    @Test
    void shouldSendNobodyToACoordinatorThatHasFailed() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        report(plan, ModelPhase.READY, 0);
        assertThat(models.failed(Samples.MODEL, plan.generation(), "the node is gone")).isTrue();
        assertThat(models.failed(Samples.MODEL, plan.generation(), "the node is gone")).isFalse();
        assertThat(models.find(Samples.MODEL)).isInstanceOf(FindReply.Coming.class);
        models.gone(Samples.MODEL, plan.generation(), 0);
        assertThat(models.due(nodes, 0)).hasSize(1);
    }

    @Test
    void shouldForgetACommandedLoadThatIsRefused() {
        join(Samples.node("a", 30), 0);
        models.load(Samples.spec(), loads.getRef(), 0);
        assertThat(place(0)).isEmpty();
        assertThat(loads.receiveMessage())
                .isInstanceOfSatisfying(
                        LoadEvent.Refused.class,
                        refused -> assertThat(refused.reason()).contains("not enough memory"));
        assertThat(models.statuses()).isEmpty();
        assertThat(taken()).isZero();
    }

    @Test
    void shouldRefuseNodesThatAreNotThere() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        models.load(Samples.spec("a", "z"), loads.getRef(), 0);
        assertThat(models.due(nodes, 0)).isEmpty();
        assertThat(loads.receiveMessage())
                .isEqualTo(
                        new LoadEvent.Refused(
                                "model small: nodes that are not in the cluster: z; its nodes are a"));
    }

    @Test
    void shouldLoadAConfiguredModelWhenNodesHaveStoppedComing() {
        join(Samples.node("a", NodeMemory.UNLIMITED, List.of(Samples.spec())), 0);
        assertThat(models.due(nodes, 9 * SECOND_NS)).isEmpty();
        assertThat(models.statuses().getFirst().detail()).isEqualTo("waits for more nodes");
        assertThat(models.due(nodes, 11 * SECOND_NS)).hasSize(1);
    }

    @Test
    void shouldLoadAgainWhenAServingModelIsLost() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        report(plan, ModelPhase.READY, 0);
        models.gone(Samples.MODEL, plan.generation(), 20 * SECOND_NS);
        assertThat(taken()).isZero();
        assertThat(models.find(Samples.MODEL))
                .isEqualTo(new FindReply.Coming("the node of its head shard is gone"));
        assertThat(place(20 * SECOND_NS).orElseThrow().generation())
                .isGreaterThan(plan.generation());
    }

    @Test
    void shouldNotHurryToLoadAgainWhatHasNeverServed() {
        join(Samples.node("a", NodeMemory.UNLIMITED, List.of(Samples.spec())), 0);
        ModelPlan plan = place(20 * SECOND_NS).orElseThrow();
        report(plan, ModelPhase.LOADING, 20 * SECOND_NS);
        models.failed(Samples.MODEL, plan.generation(), "node a: no library");
        models.gone(Samples.MODEL, plan.generation(), 20 * SECOND_NS);
        assertThat(models.due(nodes, 21 * SECOND_NS)).isEmpty();
        assertThat(models.statuses().getFirst().detail()).isEqualTo("node a: no library");
        assertThat(models.due(nodes, 40 * SECOND_NS)).hasSize(1);
    }

    @Test
    void shouldAdoptWhatRunsAndCountItsMemory() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        var next = new ModelTable(0);
        next.reported(
                new ModelReport(
                        coordinator.getRef(),
                        plan,
                        new ModelReport.Progress(ModelPhase.READY, ""),
                        List.of(),
                        1,
                        2,
                        3),
                0);
        assertThat(next.ledger()).isEqualTo(models.ledger());
        assertThat(next.statuses().getFirst().phase()).isEqualTo(ModelPhase.READY);
        assertThat(next.due(nodes, 0)).isEmpty();
    }

    @Test
    void shouldStopACoordinatorOfAnotherLoad() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        var old = new ModelPlan(plan.spec(), plan.generation() + 9, plan.stages(), List.of());
        assertThat(report(old, ModelPhase.READY, 0)).isFalse();
        coordinator.expectMessage(new ModelCoordinator.Stop("another load took its place"));
    }

    @Test
    void shouldGiveUpAPlanWhoseCoordinatorNeverReports() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        load(0);
        assertThat(models.due(nodes, 31 * SECOND_NS)).isEmpty();
        assertThat(loads.receiveMessage())
                .isEqualTo(new LoadEvent.Refused("its coordinator has not reported"));
        assertThat(taken()).isZero();
    }

    @Test
    void shouldStopACoordinatorThatReportsWhenItIsTooLate() {
        join(Samples.node("a", NodeMemory.UNLIMITED), 0);
        ModelPlan plan = load(0);
        models.unload(models.get(Samples.MODEL).orElseThrow(), unloads.getRef());
        unloads.expectMessage(new UnloadReply(Optional.empty()));
        assertThat(report(plan, ModelPhase.LOADING, SECOND_NS)).isFalse();
        coordinator.expectMessage(new ModelCoordinator.Stop("nobody wants it any more"));
        assertThat(models.statuses()).isEmpty();
        assertThat(taken()).isZero();
    }

    @Test
    void shouldPutAConfiguredModelOnNodesThatNameItOnly() {
        join(Samples.node("a", 10), 0);
        join(Samples.node("b", NodeMemory.UNLIMITED, List.of(Samples.spec())), 0);
        DesiredModel configured = models.due(nodes, 11 * SECOND_NS).getFirst();
        assertThat(nodes.candidates(configured))
                .extracting(report -> report.identity().name())
                .containsExactly("b");
        models.load(Samples.spec(), loads.getRef(), 11 * SECOND_NS);
        DesiredModel asked = models.get(Samples.MODEL).orElseThrow();
        assertThat(nodes.candidates(asked)).hasSize(2);
    }

    @Test
    void shouldKeepAConfiguredModelUnloaded() {
        NodeReport node = Samples.node("a", NodeMemory.UNLIMITED, List.of(Samples.spec()));
        join(node, 0);
        models.unload(models.get(Samples.MODEL).orElseThrow(), unloads.getRef());
        join(node, SECOND_NS);
        assertThat(models.statuses()).isEmpty();
        assertThat(models.load(Samples.spec(), loads.getRef(), SECOND_NS)).isEmpty();
        assertThat(models.due(nodes, SECOND_NS)).hasSize(1);
    }
}
