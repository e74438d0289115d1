package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_QWEN3;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how long an answer pauses when a media driver is killed, by UDP alone and with links. It
 * judges no time, and so runs only when asked for:
 *
 * <pre>mvn verify -pl cluster-bootstrap -am -Dit.test=DriverDeathIT -Dtest=none \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
 *     -Dboltmesh.measure=true</pre>
 */
@Timeout(600)
@EnabledIfSystemProperty(named = "boltmesh.measure", matches = "true")
class DriverDeathIT {
    private static final int KILLS = 12;
    private static final int TOKENS = 400;
    private static final int MIDDLE = 40;

    /** Some seconds, so that spares stand by again. */
    private static final int BETWEEN_KILLS = 3;

    private static final String MODEL = TALES_QWEN3.name();
    private static final List<String> NODES = List.of("n1", "n2", "n3");

    @TempDir Path folder;

    @Test
    void shouldMeasureThePauseByUdp() throws Exception {
        measure("UDP", "");
    }

    @Test
    void shouldMeasureThePauseWithLinks() throws Exception {
        try (DemoFabric fabric = DemoFabric.lay(NODES)) {
            measure(
                    "links",
                    "rdma { provider = simulated, fabric = \"%s\", suspect-after = 1s, ready-wait = 30s }"
                            .formatted(fabric.folder()));
        }
    }

    private void measure(String what, String keys) throws Exception {
        try (var cluster = NodeJarCluster.started(folder, NODES.size(), keys)) {
            cluster.awaitDrivers(NODES);
            try (ControlClient client = cluster.client("n1")) {
                assertThat(client.load(TALES_QWEN3.spec(512, List.of()), _ -> {}))
                        .isInstanceOf(LoadEvent.Done.class);
            }
            List<Integer> undisturbed = ask(cluster).tokens();
            List<Long> pausesMs = new ArrayList<>();
            for (int kill = 0; kill < KILLS; kill++) {
                pausesMs.add(pauseMs(cluster, NODES.get(kill % NODES.size()), undisturbed));
                for (int answer = 0; answer < BETWEEN_KILLS; answer++) {
                    assertThat(ask(cluster).tokens()).isEqualTo(undisturbed);
                }
            }
            print(what, pausesMs);
        }
    }

    private static long pauseMs(NodeJarCluster cluster, String victim, List<Integer> undisturbed)
            throws Exception {
        long driver = cluster.nodeStatus("n2", victim).driverPid();
        ClusterAnswer answer = ask(cluster).awaitTokens(MIDDLE);
        NodeJarCluster.signal(driver, "KILL");
        assertThat(answer.tokens()).isEqualTo(undisturbed);
        NodeJarProcess.await(
                () -> {
                    long now = cluster.nodeStatus("n2", victim).driverPid();
                    return now != 0 && now != driver;
                });
        return answer.longestPause().toMillis();
    }

    private static ClusterAnswer ask(NodeJarCluster cluster) {
        return ClusterAnswer.ask(
                cluster,
                "n2",
                new AnswerRequest(
                        MODEL,
                        new Prompt.Tokens(TALES_QWEN3.goldens().getFirst().prompt()),
                        SamplingOptions.greedy(),
                        TOKENS,
                        0,
                        false));
    }

    private static void print(String what, List<Long> pausesMs) {
        List<Long> sorted = pausesMs.stream().sorted().toList();
        System.out.printf(
                "%s: an answer paused for %d ms when a media driver was killed (median of %d; all: %s; in order: %s), load average %.1f%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.size(),
                sorted,
                pausesMs,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
