package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters of real processes. */
@Timeout(600)
class ClusterProcessesTest {
    @TempDir Path folder;

    @Test
    void shouldFormOneClusterInAnyOrderAndSurviveItsFirstSeed() throws Exception {
        int[] ports = NodeProcess.freePorts(3);
        String seeds = NodeProcess.seeds(ports);
        try (var c = NodeProcess.start(folder, "c", ports[2], seeds);
                var b = NodeProcess.start(folder, "b", ports[1], seeds)) {
            b.awaitText("Couldn't join seed nodes");
            c.awaitText("Couldn't join seed nodes");
            assertThat(b.lastNodes() + c.lastNodes()).isEmpty();
            try (var a = NodeProcess.start(folder, "a", ports[0], seeds)) {
                a.awaitNodes("a", "b", "c");
                b.awaitNodes("a", "b", "c");
                c.awaitNodes("a", "b", "c");

                String id = a.id();
                b.forget();
                c.forget();
                a.kill();
                a.restart();
                a.awaitNodes("a", "b", "c");
                b.awaitNodes("a", "b", "c");
                c.awaitNodes("a", "b", "c");
                assertThat(a.id()).isEqualTo(id).hasSize(36);
                // It never had a cluster of its own.
                assertThat(a.text()).doesNotContain("nodes: a (127.0.0.1:" + ports[0] + ", up)\n");

                c.terminate();
                assertThat(c.exitCode()).isZero();
                a.awaitNodes("a", "b");
                assertThat(a.text()).doesNotContain("c (127.0.0.1:" + ports[2] + ", up, unreach");
            }
        }
    }

    @Test
    void shouldOutliveEitherOfTwoAndTakeItBack() throws Exception {
        int[] ports = NodeProcess.freePorts(2);
        String keys = NodeProcess.seeds(ports) + ", cluster-secret = \"one secret for them all\"";
        try (var a = NodeProcess.start(folder, "a", ports[0], keys);
                var b = NodeProcess.start(folder, "b", ports[1], keys)) {
            a.awaitNodes("a", "b");
            b.awaitNodes("a", "b");
            for (NodeProcess victim : new NodeProcess[] {a, b}) {
                NodeProcess survivor = victim == a ? b : a;
                String id = victim.id();
                survivor.forget();
                victim.kill();
                survivor.awaitNodes(victim == a ? "b" : "a");
                survivor.forget();
                victim.restart();
                victim.awaitNodes("a", "b");
                survivor.awaitNodes("a", "b");
                assertThat(victim.id()).isEqualTo(id);
            }
            refuseAnotherSecret(a, ports);
            refuseSameName(ports, keys);
            refuseSecondStart(a, ports[0]);
        }
    }

    private void refuseAnotherSecret(NodeProcess member, int[] ports) throws IOException {
        String keys = NodeProcess.seeds(ports) + ", cluster-secret = \"a secret of their own\"";
        int port = NodeProcess.freePorts(1)[0];
        try (var stranger = NodeProcess.start(folder, "stranger", port, keys)) {
            stranger.awaitText("cannot join 127.0.0.1:" + ports[0]);
            member.awaitText("refused an incoming connection");
            stranger.awaitText("Couldn't join seed nodes");
            assertThat(stranger.text()).contains("another cluster-secret");
            assertThat(stranger.lastNodes()).isEmpty();
            assertThat(member.text()).doesNotContain("stranger");
        }
    }

    private void refuseSameName(int[] ports, String keys) throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        int port = NodeProcess.freePorts(1)[0];
        try (var twin = NodeProcess.start(elsewhere, "a", port, keys)) {
            assertThat(twin.exitCode()).isEqualTo(1);
            assertThat(twin.text())
                    .contains("node name a is taken by the node at 127.0.0.1:" + ports[0]);
        }
    }

    private void refuseSecondStart(NodeProcess first, int usedPort) throws Exception {
        try (var second = NodeProcess.start(folder, "a", NodeProcess.freePorts(1)[0], "")) {
            assertThat(second.exitCode()).isEqualTo(1);
            first.awaitText(
                    "refused: data folder %s is in use by process %d"
                            .formatted(folder.toRealPath().resolve("a/data"), first.pid()));
        }
        try (var other = NodeProcess.start(folder, "other", usedPort, "")) {
            assertThat(other.exitCode()).isEqualTo(1);
            assertThat(other.text())
                    .contains("refused: port " + usedPort + " of 127.0.0.1 is in use");
        }
    }
}
