package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.driver.MediaDriverOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A keeper of real drivers. */
@Timeout(180)
class DriverProcessKeeperTest {
    @TempDir Path home;

    private final ActorTestKit kit = ActorTestKit.create();
    private final TestProbe<DriverState> states = kit.createTestProbe(DriverState.class);

    private long awaitPid(LongPredicate wanted) {
        long pid = states.receiveMessage(Duration.ofSeconds(60)).pid();
        while (!wanted.test(pid)) {
            pid = states.receiveMessage(Duration.ofSeconds(60)).pid();
        }
        return pid;
    }

    @Test
    void shouldReplaceAKilledProcessAndLeaveNone() {
        Path aeronDirectory = home.resolve("aeron");
        ProcessDrivers drivers = drivers(aeronDirectory);
        kit.spawn(MediaDriverKeeper.create(drivers, states.ref(), () -> NodeWork.NONE));
        long first = awaitPid(pid -> pid != 0);
        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        long second = awaitPid(pid -> pid != 0 && pid != first);
        assertThat(ProcessHandle.of(second)).isPresent();
        assertThat(home.resolve("aeron-1")).as("what the first has left").doesNotExist();
        assertThat(home.resolve("aeron-1.lock")).doesNotExist();
        assertThat(home.resolve("aeron-2")).isDirectory();
        kit.shutdownTestKit();
        assertThat(ProcessHandle.of(first)).isEmpty();
        assertThat(ProcessHandle.of(second)).isEmpty();
        assertThat(home).isDirectoryNotContaining("glob:**aeron*");
    }

    @Test
    void shouldReplaceAKilledProcessByItsSpareAndLeaveNone() throws InterruptedException {
        var drivers = new NotedSpares(drivers(home.resolve("aeron")), new LinkedBlockingQueue<>());
        kit.spawn(
                MediaDriverKeeper.create(
                        drivers, states.ref(), () -> NodeWork.NONE, MediaDriverKeeperTest.FAST));
        long first = awaitPid(pid -> pid != 0);
        long spare = awaitSpare(drivers, first);
        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        assertThat(awaitPid(pid -> pid != 0 && pid != first)).isEqualTo(spare);
        assertThat(home.resolve("aeron-2")).isDirectory();
        long next = awaitSpare(drivers, spare);
        kit.shutdownTestKit();
        assertThat(ProcessHandle.of(spare)).isEmpty();
        assertThat(ProcessHandle.of(next)).isEmpty();
        assertThat(home).isDirectoryNotContaining("glob:**aeron*");
    }

    /** The next spare, once the keeper knows it: it tells of its driver often. */
    private long awaitSpare(NotedSpares drivers, long driver) throws InterruptedException {
        @Nullable Long spare = drivers.prepared().poll(60, TimeUnit.SECONDS);
        assertThat(spare).isNotNull();
        awaitPid(pid -> pid == driver);
        awaitPid(pid -> pid == driver);
        return spare;
    }

    /** Real drivers; the process ids of spares are noted when they stand by. */
    private record NotedSpares(ProcessDrivers drivers, LinkedBlockingQueue<Long> prepared)
            implements DriverStarter {
        @Override
        public Path aeronDirectory() {
            return drivers.aeronDirectory();
        }

        @Override
        public DriverHandle start(Optional<SpareHandle> spare) {
            return drivers.start(spare);
        }

        @Override
        public boolean hasSpares() {
            return true;
        }

        @Override
        public SpareHandle prepare() {
            SpareHandle spare = drivers.prepare();
            prepared.add(spare.pid());
            return spare;
        }
    }

    private ProcessDrivers drivers(Path aeronDirectory) {
        List<String> command =
                MediaDriverLaunch.java(
                        "-cp", System.getProperty("java.class.path"), DriverMain.class.getName());
        return new ProcessDrivers(
                command,
                MediaDriverOptions.in(aeronDirectory),
                home.resolve("driver.log"),
                Duration.ofSeconds(20));
    }

    /** As after the death of a node, whose driver lives on and holds directory and port. */
    @Test
    void shouldEndTheDriverOfAFormerLife() {
        ProcessDrivers drivers = drivers(home.resolve("aeron"));
        DriverHandle former = drivers.start();
        try (DriverHandle present = drivers.start()) {
            assertThat(ProcessHandle.of(former.pid())).isEmpty();
            assertThat(ProcessHandle.of(present.pid())).isPresent();
        }
        former.close();
    }

    @Test
    void shouldRunADriverInThisProcess() {
        Path aeronDirectory = home.resolve("aeron");
        var drivers = new InProcessDriver(MediaDriverOptions.in(aeronDirectory));
        kit.spawn(MediaDriverKeeper.create(drivers, states.ref(), () -> NodeWork.NONE));
        awaitPid(pid -> pid == ProcessHandle.current().pid());
        assertThat(home.resolve("aeron-1")).isDirectory();
        kit.shutdownTestKit();
        assertThat(home).isDirectoryNotContaining("glob:**aeron*");
    }
}
