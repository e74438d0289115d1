package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.boltmesh.driver.ibverbs.SoftRoce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on two hosts, one of which dies. */
@SoftRoce
class SoftRocePeersTest {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private final List<Process> processes = new ArrayList<>();
    @TempDir Path folder;

    @AfterEach
    void endAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldConnectAnewAfterThePeerWasKilled() throws Exception {
        Process echo = start("echo-1", "2", "echo");
        Process ping = start("ping", "1", "ping", "10.77.0.2");

        await(ping, SoftRocePeer.FIRST_OK);
        echo.destroyForcibly().waitFor();
        start("echo-2", "2", "echo");
        await(ping, SoftRocePeer.LOST);

        assertThat(ping.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(said("ping")).contains(SoftRocePeer.ANEW_OK);
        assertThat(ping.exitValue()).isZero();
        System.out.println(said("ping"));
    }

    /** Starts a peer as another host. */
    private Process start(String name, String host, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "rdma-host",
                                host,
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SoftRocePeer.class.getName()));
        command.addAll(Arrays.asList(arguments));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(name).toFile())
                        .start();
        processes.add(process);
        return process;
    }

    private void await(Process process, String words) throws IOException {
        long deadlineNs = System.nanoTime() + BOUND.toNanos();
        while (!said("ping").contains(words)) {
            assertThat(process.isAlive() && System.nanoTime() < deadlineNs)
                    .as("waiting for %s; ping: %s, echo: %s", words, said("ping"), said("echo-1"))
                    .isTrue();
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private String said(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
