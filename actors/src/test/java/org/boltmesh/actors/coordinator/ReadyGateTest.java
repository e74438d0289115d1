package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.shards.model.LayerRange;
import org.junit.jupiter.api.Test;

class ReadyGateTest {
    private static final long GENERATION = 7;
    private static final Optional<String> MISSING = Optional.of("no link from a to b (down: late)");

    private final ReadyGate gate = new ReadyGate(Duration.ofNanos(100));
    private final TestInbox<ModelCoordinator.Command> coordinator = TestInbox.create();

    private ModelStatus pass(ModelPhase phase, Optional<String> missing, long nowNs) {
        return gate.pass(report(phase), _ -> missing, nowNs).status();
    }

    private ModelReport report(ModelPhase phase) {
        var stage =
                new ModelPlan.StagePlan(
                        new UUID(0, 1),
                        "a",
                        TestInbox.<NodeAgent.Command>create().getRef(),
                        new HostPort("127.0.0.1", 1),
                        "/m",
                        new LayerRange(0, 1, true, true),
                        new ModelPlan.Sizes(0, 0, 0));
        return new ModelReport(
                coordinator.getRef(),
                new ModelPlan(Samples.spec(), GENERATION, List.of(stage), List.of("one")),
                new ModelReport.Progress(phase, ""),
                List.of(),
                0,
                0,
                0);
    }

    @Test
    void shouldBeReadyAtOnceWhereNothingIsMissing() {
        gate.begin(GENERATION);
        assertThat(pass(ModelPhase.READY, Optional.empty(), 5))
                .returns(ModelPhase.READY, ModelStatus::phase)
                .returns(List.of("one"), ModelStatus::notes);
    }

    @Test
    void shouldWaitForLinksUntilTheyAreUp() {
        gate.begin(GENERATION);
        assertThat(pass(ModelPhase.LOADING, MISSING, 0)).returns("", ModelStatus::detail);
        assertThat(pass(ModelPhase.READY, MISSING, 1000))
                .returns(ModelPhase.LOADING, ModelStatus::phase)
                .returns("waits: no link from a to b (down: late)", ModelStatus::detail);
        assertThat(pass(ModelPhase.READY, Optional.empty(), 1050))
                .returns(ModelPhase.READY, ModelStatus::phase)
                .returns(List.of("one"), ModelStatus::notes);
    }

    @Test
    void shouldGoOnByUdpAndSaySoWhenThatTakesTooLong() {
        gate.begin(GENERATION);
        assertThat(pass(ModelPhase.READY, MISSING, 1000).phase()).isEqualTo(ModelPhase.LOADING);
        ModelStatus late = pass(ModelPhase.READY, MISSING, 1100);
        assertThat(late.phase()).isEqualTo(ModelPhase.READY);
        assertThat(late.notes())
                .containsExactly(
                        "one", "no link from a to b (down: late); what it would carry goes by UDP");
        assertThat(pass(ModelPhase.READY, Optional.empty(), 1200).notes()).hasSize(2);
    }

    @Test
    void shouldNotWaitAgainForALinkThatIsLost() {
        gate.begin(GENERATION);
        pass(ModelPhase.READY, Optional.empty(), 0);
        assertThat(pass(ModelPhase.READY, MISSING, 1).phase()).isEqualTo(ModelPhase.READY);
    }

    @Test
    void shouldHoldUpNoLoadOfAFormerDirector() {
        assertThat(pass(ModelPhase.READY, MISSING, 0).phase()).isEqualTo(ModelPhase.READY);
        gate.begin(GENERATION);
        gate.end(GENERATION);
        assertThat(pass(ModelPhase.READY, MISSING, 0).phase()).isEqualTo(ModelPhase.READY);
    }
}
