package org.boltmesh.actors.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happens to cables, drivers and ends: every message arrives once, in order and as it was
 * sent, or a break is told with the number of the last one; nothing of an old epoch arrives. More
 * seeds by
 *
 * <pre>mvn -pl actors -am test -Dtest=ChannelFaultsTest -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dboltmesh.channel-runs=200 [-Dboltmesh.seed=N]</pre>
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class ChannelFaultsTest {
    private static final int RUNS = Integer.getInteger("boltmesh.channel-runs", 2);
    private static final long FIRST_SEED = Long.getLong("boltmesh.seed", System.nanoTime());
    private static final int EVENTS = 8;
    private static final int PROCESS_EVENTS = 1;

    @TempDir Path home;

    @Test
    void shouldDeliverEachMessageOnceOrTellOfABreak() throws IOException {
        for (int run = 0; run < RUNS; run++) {
            play(FIRST_SEED + run, EVENTS, false);
        }
    }

    @Test
    void shouldDoSoWhenDriversAreProcessesThatAreKilled() throws IOException {
        for (int run = 0; run <= RUNS / 10; run++) {
            play(FIRST_SEED - 1 - run, PROCESS_EVENTS, true);
        }
    }

    private void play(long seed, int events, boolean withProcesses) throws IOException {
        System.out.printf("seed %d%s%n", seed, withProcesses ? ", processes" : "");
        Path folder = Files.createDirectory(home.resolve((withProcesses ? "p" : "t") + seed));
        long startNs = System.nanoTime();
        try (var run = new FaultyRun(seed, folder, withProcesses)) {
            run.play(events);
            run.killOne();
            run.settle();
            System.out.printf("%s, %.1f s%n", run, (System.nanoTime() - startNs) / 1e9);
        }
    }
}
