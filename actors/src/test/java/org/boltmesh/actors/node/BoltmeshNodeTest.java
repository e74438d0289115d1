package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BoltmeshNodeTest {
    @TempDir Path folder;

    @Test
    void shouldEndThoughItsActorsDoNot() throws Exception {
        var stuck = new CountDownLatch(1);
        try (var cluster = TestCluster.start(folder, 1)) {
            BoltmeshNode node = cluster.node(0);
            Adapter.toClassic(node.system()).registerOnTermination(() -> await(stuck));
            CoordinatedShutdown.get(node.system()).runAll(new NodeEnd(false, "no longer wanted"));
            assertThat(node.awaitEnd())
                    .isEqualTo(
                            new NodeEnd(
                                    false, "no longer wanted (its actors did not end in time)"));
        } finally {
            stuck.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
