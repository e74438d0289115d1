package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.driver.MediaDriverOptions;
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
        kit.spawn(MediaDriverKeeper.create(drivers, states.ref()));
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
        kit.spawn(MediaDriverKeeper.create(drivers, states.ref()));
        awaitPid(pid -> pid == ProcessHandle.current().pid());
        assertThat(home.resolve("aeron-1")).isDirectory();
        kit.shutdownTestKit();
        assertThat(home).isDirectoryNotContaining("glob:**aeron*");
    }
}
