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
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures what a decode step costs more over two nodes than over one, on this machine. It judges
 * no time, and so runs only when asked for:
 *
 * <pre>mvn verify -pl cluster-bootstrap -am -Dit.test=PipelineOverheadIT -Dtest=none \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
 *     -Dboltmesh.measure=true</pre>
 */
@Timeout(600)
@EnabledIfSystemProperty(named = "boltmesh.measure", matches = "true")
class PipelineOverheadIT {
    private static final int ROUNDS = 5;
    private static final int TOKENS = 200;

    @TempDir Path folder;

    @Test
    void shouldMeasureADecodeStepOfOneAndTwoNodes() throws Exception {
        try (var cluster = NodeJarCluster.asUsersRunIt(folder, 2)) {
            for (String node : cluster.names()) {
                cluster.start(node, "");
            }
            cluster.awaitNodes(cluster.names());
            load(cluster, "one", 1);
            load(cluster, "two", 2);
            decodeNs(cluster, "one");
            decodeNs(cluster, "two");
            List<Double> one = new ArrayList<>();
            List<Double> two = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                one.add(decodeNs(cluster, "one"));
                two.add(decodeNs(cluster, "two"));
            }
            print("1 node ", one);
            print("2 nodes", two);
            System.out.printf(
                    "overhead: %.0f us for each step, ratio %.3f, load average %.1f%n",
                    (median(two) - median(one)) / 1e3,
                    median(two) / median(one),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        }
    }

    private static void load(NodeJarCluster cluster, String name, int nodes) throws Exception {
        try (ControlClient client = cluster.client("n1")) {
            assertThat(client.load(TALES_QWEN3.spec(name, 512, cluster.first(nodes)), _ -> {}))
                    .isInstanceOf(LoadEvent.Done.class);
        }
    }

    /** Nanoseconds of a step, as the head's engine has measured them. */
    private static double decodeNs(NodeJarCluster cluster, String model) throws Exception {
        var request =
                new AnswerRequest(
                        model,
                        new Prompt.Tokens(TALES_QWEN3.goldens().getFirst().prompt()),
                        SamplingOptions.greedy(),
                        TOKENS,
                        0,
                        false);
        GenerationTimes times = ClusterAnswer.ask(cluster, "n1", request).finished().times();
        return (double) times.decodeNs() / times.decodedTokens();
    }

    private static void print(String what, List<Double> ns) {
        System.out.printf(
                "%s: %.0f us for each decode step, %.0f tokens/s (medians of %d times %d tokens); all: %s%n",
                what,
                median(ns) / 1e3,
                1e9 / median(ns),
                ROUNDS,
                TOKENS,
                ns.stream().map(each -> Math.round(each / 1e3)).sorted().toList());
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
