package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MediaDriverLaunchTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void shouldSayNothingOfRdmaWhereItIsOff() {
        assertThat(arguments(RdmaOptions.OFF))
                .containsExactly(
                        "x", "--aeron-dir", "a", "--mtu", "8192", "--term-length", "4194304");
    }

    @Test
    void shouldTellOfTheFabricOfASimulation() {
        assertThat(arguments(RdmaOptions.simulated(LOOPBACK, Path.of("f"), "n1")))
                .containsSequence("--rdma", "simulated", "--rdma-bind", "127.0.0.1")
                .endsWith("--rdma-suspect-after", "25", "--rdma-fabric", "f", "--rdma-host", "n1");
    }

    @Test
    void shouldTellOfPatience() {
        assertThat(arguments(RdmaOptions.verbs(LOOPBACK).withSuspectAfter(1000)))
                .endsWith(
                        "--rdma",
                        "verbs",
                        "--rdma-bind",
                        "127.0.0.1",
                        "--rdma-suspect-after",
                        "1000");
    }

    @Test
    void shouldTellASpareToStandBy() {
        assertThat(launch(RdmaOptions.OFF).spare().command()).startsWith("x", "--stand-by");
    }

    private static List<String> arguments(RdmaOptions rdma) {
        return launch(rdma).child().command();
    }

    private static MediaDriverLaunch launch(RdmaOptions rdma) {
        return new MediaDriverLaunch(
                List.of("x"),
                MediaDriverOptions.in(Path.of("a")).withRdma(rdma),
                Path.of("log"),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1));
    }
}
