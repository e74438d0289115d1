package org.boltmesh.driver;

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

/** Two drivers on two hosts whose link runs over a real kernel's verbs. */
@SoftRoce
class SoftRoceMeshTest {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private final List<Process> processes = new ArrayList<>();
    @TempDir Path folder;
    private boolean isLossy;

    @AfterEach
    void endAll() throws IOException, InterruptedException {
        processes.forEach(Process::destroyForcibly);
        if (isLossy) {
            netem("del");
        }
    }

    @Test
    void shouldCarryStreamsOnLanesAndRepairWhatIsLost() throws Exception {
        start("echo", "2", "echo", "10.77.0.2", "10.77.0.1", "rxe2", folder.toString());
        Process ping =
                start("ping", "1", "ping", "10.77.0.1", "10.77.0.2", "rxe1", folder.toString());
        await(ping, SoftRoceMeshPeer.PLAIN_OK);
        netem("replace");
        isLossy = true;
        Files.createFile(folder.resolve(SoftRoceMeshPeer.GO_ON));
        assertThat(ping.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        String said = said("ping");
        System.out.println(said);
        assertThat(said)
                .contains(SoftRoceMeshPeer.LOSSY_OK)
                .containsPattern("LOSSY OK .* retransmits [1-9]")
                .containsPattern("PLAIN OK lanes [1-9][0-9]{5,} bytes");
        assertThat(udpBytes(said, SoftRoceMeshPeer.LOSSY_OK))
                .isLessThan(SoftRoceMeshPeer.UDP_MAX_BYTES);
        assertThat(ping.exitValue()).isZero();
    }

    private static long udpBytes(String said, String phase) {
        String rest = said.substring(said.indexOf(phase));
        return Long.parseLong(rest.replaceFirst("(?s).*?udp (\\d+) bytes.*", "$1"));
    }

    /** Lets both hosts' packets be lost, or no more. Where they leave depends on the kernel. */
    private static void netem(String change) throws IOException, InterruptedException {
        for (int host = 1; host <= 2; host++) {
            String command =
                    "tc qdisc %2$s dev rdma%1$d root %3$s || tc -n h%1$d qdisc %2$s dev eth%1$d root %3$s"
                            .formatted(
                                    host,
                                    change,
                                    change.equals("del") ? "" : "netem limit 10000 loss 0.4%");
            Process tc = new ProcessBuilder("bash", "-c", command).inheritIO().start();
            assertThat(tc.waitFor()).isZero();
        }
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
                                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SoftRoceMeshPeer.class.getName()));
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
                    .as("waiting for %s; ping: %s, echo: %s", words, said("ping"), said("echo"))
                    .isTrue();
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private String said(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
