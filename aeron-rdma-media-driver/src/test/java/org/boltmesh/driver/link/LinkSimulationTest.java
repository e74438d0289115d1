package org.boltmesh.driver.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkSimulationTest {
    private static final int SEEDS = 100;
    private static final long FAULTY_MS = 20_000;

    /**
     * One time-out on each side, the longest back-off with its jitter, and datagrams still late.
     */
    private static final long BOUND_MS = 2 * 2_000 + 7_500 + 20_000;

    @Test
    void shouldAlwaysComeUpAgainAndNeverMixEpochs() {
        int cameUp = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            LinkNetwork network = new LinkNetwork(seed);
            boolean wasUp = false;
            while (network.nowMs() < FAULTY_MS) {
                network.step();
                cameUp += network.isUp() && !wasUp ? 1 : 0;
                wasUp = network.isUp();
            }
            network.stopFaults();
            while (!network.isUp() && network.nowMs() < FAULTY_MS + BOUND_MS) {
                network.step();
            }
            assertThat(network.isUp())
                    .as("seed %d: %s | %s", seed, network.a.link, network.b.link)
                    .isTrue();
        }
        assertThat(cameUp).isGreaterThan(2 * SEEDS);
    }
}
