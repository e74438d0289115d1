package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SpareKeeperTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ActorTestKit kit = ActorTestKit.create();
    private final FakeDrivers drivers = new FakeDrivers(true);
    private final TestProbe<MediaDriverKeeper.Command> owner =
            kit.createTestProbe(MediaDriverKeeper.Command.class);

    private final ActorRef<SpareKeeper.Command> keeper =
            kit.spawn(
                    SpareKeeper.create(drivers, owner.ref(), MediaDriverKeeperTest.FAST.spares()));

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    private Optional<Long> told() {
        return owner.expectMessageClass(MediaDriverKeeper.SpareChanged.class, PATIENCE)
                .spare()
                .map(SpareHandle::pid);
    }

    @Test
    void shouldPrepareOneWhenADriverRuns() {
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        assertThat(told()).hasValue(1L);
    }

    @Test
    void shouldPrepareTheNextOnlyWhenTheLastWasTaken() throws InterruptedException {
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        assertThat(told()).hasValue(1L);
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        keeper.tell(SpareKeeper.Taken.INSTANCE);
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        assertThat(told()).hasValue(2L);
        drivers.nextSpare().die("as a driver, which is its owner's business");
        drivers.nextSpare().die("gone");
        assertThat(told()).as("of the second").isEmpty();
    }

    @Test
    void shouldReplaceOneThatDies() throws InterruptedException {
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        assertThat(told()).hasValue(1L);
        drivers.nextSpare().die("gone");
        assertThat(told()).isEmpty();
        assertThat(told()).hasValue(2L);
    }

    @Test
    void shouldTryAgainUntilOneStarts() {
        drivers.refuse("too little memory");
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        assertThat(told()).isEmpty();
        assertThat(told()).isEmpty();
        drivers.refuse("");
        Optional<Long> spare = told();
        while (spare.isEmpty()) {
            spare = told();
        }
        assertThat(spare).hasValue(1L);
    }

    @Test
    void shouldEndItsSpareWithItself() throws InterruptedException {
        keeper.tell(SpareKeeper.Prepare.INSTANCE);
        FakeDrivers.Spare spare = drivers.nextSpare();
        kit.stop(keeper);
        spare.awaitClosed();
    }
}
