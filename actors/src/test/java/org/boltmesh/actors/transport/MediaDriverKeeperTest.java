package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.child.Backoff;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MediaDriverKeeperTest {
    static final KeeperPace FAST =
            new KeeperPace(
                    MediaDriverKeeperTest::fast,
                    nowNs -> new RestartWish(Duration.ofMillis(1), fast(), nowNs),
                    () -> new SpareKeeper.Pace(Duration.ofMillis(1), fast()));

    static Backoff fast() {
        return new Backoff(Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofSeconds(30));
    }

    private final ActorTestKit kit = ActorTestKit.create();
    private final FakeDrivers drivers = new FakeDrivers(false);
    private final AtomicReference<NodeWork> work = new AtomicReference<>(NodeWork.NONE);
    private final TestProbe<DriverState> states = kit.createTestProbe(DriverState.class);

    private final ActorRef<MediaDriverKeeper.Command> keeper =
            kit.spawn(MediaDriverKeeper.create(drivers, states.ref(), work::get, FAST));

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    private DriverState await(Predicate<DriverState> wanted) {
        DriverState state = states.receiveMessage(Duration.ofSeconds(30));
        while (!wanted.test(state)) {
            state = states.receiveMessage(Duration.ofSeconds(30));
        }
        return state;
    }

    @Test
    void shouldTellOfItsDriverAgainAndAgain() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        assertThat(await(DriverState::isRunning))
                .returns(1L, DriverState::pid)
                .returns("", DriverState::trouble)
                .returns(Path.of("fake"), DriverState::aeronDirectory);
        driver.beat(0, new DriverEvent.Peer("10.0.0.2:40100", 512));
        assertThat(await(state -> !state.peers().isEmpty()).peers())
                .containsExactly(new DriverState.Peer("10.0.0.2:40100", 512));
    }

    @Test
    void shouldTellEachDriverWhoThePeersAre() throws InterruptedException {
        FakeDrivers.Driver first = drivers.next();
        await(DriverState::isRunning);
        keeper.tell(new MediaDriverKeeper.Join(view("key-1")));
        assertThat(first.nextView()).isEqualTo(view("key-1"));
        keeper.tell(new MediaDriverKeeper.Join(view("key-2")));
        assertThat(first.nextView()).isEqualTo(view("key-2"));
        first.die("gone");
        assertThat(drivers.next().nextView()).isEqualTo(view("key-2"));
    }

    private static MeshView view(String key) {
        return new MeshView("a", new MeshKey(key), List.of());
    }

    @Test
    void shouldTellOfLinks() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        assertThat(await(DriverState::isRunning).mesh()).isEqualTo(MeshStatus.OFF);
        var status = new MeshStatus("simulated", "", 4711, false, List.of());
        driver.beat(0, status);
        await(state -> state.mesh().equals(status));
        driver.die("gone");
        assertThat(await(state -> !state.isRunning()).mesh()).isEqualTo(MeshStatus.OFF);
    }

    @Test
    void shouldSayWhyRdmaIsNotUsedWhereTheDriverDoesNot() {
        DriverState state = await(DriverState::isRunning);
        assertThat(state.withObjection("")).isEqualTo(state);
        assertThat(state.withObjection("update macOS").mesh().problem()).isEqualTo("update macOS");
    }

    @Test
    void shouldReplaceADriverThatDies() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        await(DriverState::isRunning);
        driver.die("media driver process 1 was killed");
        assertThat(await(state -> !state.isRunning()).trouble())
                .isEqualTo("media driver process 1 was killed");
        driver.awaitClosed();
        drivers.next();
        assertThat(await(DriverState::isRunning))
                .returns(2L, DriverState::pid)
                .returns("", DriverState::trouble);
    }

    @Test
    void shouldReplaceADriverByTheSpare() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        await(DriverState::isRunning);
        keeper.tell(new MediaDriverKeeper.SpareChanged(Optional.of(drivers.prepare())));
        driver.die("gone");
        FakeDrivers.Driver second = drivers.next();
        assertThat(second.pid()).isEqualTo(drivers.nextSpare().pid());
        second.die("gone, too");
        assertThat(drivers.next().pid()).as("of no spare").isEqualTo(3L);
    }

    @Test
    void shouldReplaceADriverThatIsSilent() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        driver.beSilentFor(Duration.ofSeconds(9));
        assertThat(await(state -> !state.trouble().isEmpty()).trouble())
                .startsWith("media driver 1 has sent nothing for 9.0 s");
        driver.awaitClosed();
        drivers.next();
    }

    @Test
    void shouldReplaceADriverWhoseThreadHangs() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        driver.beat(9_500);
        assertThat(await(state -> !state.trouble().isEmpty()).trouble())
                .isEqualTo("the thread of media driver 1 has not moved for 9.5 s: it hangs");
        driver.awaitClosed();
        drivers.next();
    }

    @Test
    void shouldReplaceADriverThatWantsItWhenTheEnginesAreIdle() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        work.set(new NodeWork(1, 1));
        driver.beat(0, new MeshStatus("verbs", "a device is stuck", 4711, true, List.of()));
        await(state -> state.mesh().wantsRestart());
        await(state -> state.mesh().wantsRestart());
        assertThat(driver.isClosed()).isFalse();
        work.set(new NodeWork(1, 0));
        assertThat(await(state -> !state.isRunning()).trouble())
                .startsWith("the media driver wants a restart to get a device back");
        driver.awaitClosed();
        drivers.next();
    }

    @Test
    void shouldTryAgainUntilADriverStarts() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        await(DriverState::isRunning);
        drivers.refuse("the directory is full");
        driver.die("gone");
        for (int again = 0; again < 3; again++) {
            await(state -> state.trouble().equals("the directory is full"));
        }
        drivers.refuse("");
        assertThat(await(DriverState::isRunning).trouble()).isEmpty();
    }

    @Test
    void shouldEndItsDriverWithItself() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        kit.stop(keeper);
        driver.awaitClosed();
    }

    @Test
    void shouldHaveEndedItsDriverWhenTheActorSystemHasEnded() throws InterruptedException {
        FakeDrivers.Driver driver = drivers.next();
        kit.shutdownTestKit();
        assertThat(driver.isClosed()).isTrue();
    }
}
