package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.simulated.CableFaults;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cables that lose, damage, repeat and reorder, and that come out and in. */
@Timeout(120)
class MeshFaultsTest {
    private static final long GAP_MAX_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MTU_BYTES = 8192;

    @TempDir private Path folder;

    @RepeatedTest(5)
    void shouldDeliverAllOverACableThatDoesEverythingWrong() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        System.out.println("seed " + seed);
        try (var pair = new InvokedPair(folder)) {
            var stream = new NumberedStream(pair, mtu(random), 30_000, seed);
            for (int phase = 0; phase < 4; phase++) {
                CableFaults faults = faults(random);
                System.out.println(faults);
                pair.faults(faults);
                stream.send(150);
            }
            pair.faults(CableFaults.NONE);
            stream.settle();
        }
    }

    private static int mtu(Random random) {
        int[] mtus = {1408, 4032, MTU_BYTES, 16_384, 32_736, 65_504};
        return mtus[random.nextInt(mtus.length)];
    }

    private static CableFaults faults(Random random) {
        return CableFaults.seeded(random.nextLong())
                .withLoss(random.nextInt(100_000))
                .withDamage(random.nextInt(20_000))
                .withDuplication(random.nextInt(50_000))
                .withReordering(random.nextInt(50_000))
                .withDelay(random.nextInt(1000), random.nextInt(2_000_000));
    }

    @Test
    void shouldGoOnWithinMomentsWhenTheCableComesOutAtFullLoad() {
        try (var pair = new InvokedPair(folder, RdmaOptions.SUSPECT_AFTER_DEFAULT_MS)) {
            var stream = new NumberedStream(pair, MTU_BYTES, 30_000, 1);
            stream.send(500);
            stream.takeLongestGapNs();
            pair.fabric.pull(pair.cable());
            stream.send(3000);
            stream.settle();
            long gapNs = stream.takeLongestGapNs();
            System.out.printf("longest gap at cable out: %d us%n", gapNs / 1000);
            assertThat(gapNs).isLessThan(GAP_MAX_NS);
            pair.turnUntil(() -> !pair.isUp());
            pair.fabric.plug(pair.cable());
            pair.turnUntil(pair::isUp);
            stream.send(500);
            stream.settle();
            long byUdp = TwoDrivers.udpBytes(pair.a);
            stream.send(500);
            stream.settle();
            assertThat(TwoDrivers.udpBytes(pair.a)).isEqualTo(byUdp);
        }
    }

    @Test
    void shouldComeBackAfterManyFlaps() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        System.out.println("seed " + seed);
        try (var pair = new InvokedPair(folder, RdmaOptions.SUSPECT_AFTER_DEFAULT_MS)) {
            var stream = new NumberedStream(pair, MTU_BYTES, 8_000, seed);
            for (int flap = 0; flap < 12; flap++) {
                stream.send(random.nextInt(300));
                pair.fabric.pull(pair.cable());
                stream.send(random.nextInt(300));
                pair.fabric.plug(pair.cable());
            }
            stream.settle();
            pair.turnUntil(pair::isUp);
        }
    }

    @Test
    void shouldDropDamagedSlotsAndCountThem() {
        try (var pair = new InvokedPair(folder)) {
            var stream = new NumberedStream(pair, MTU_BYTES, 8_000, 3);
            pair.faults(CableFaults.seeded(4).withDamage(30_000));
            stream.send(600);
            pair.faults(CableFaults.NONE);
            stream.settle();
            pair.turnUntil(() -> damaged(pair) > 0);
        }
    }

    private static long damaged(InvokedPair pair) {
        LinkTraffic traffic = TwoDrivers.link(pair.b).traffic();
        return traffic.drops().getOrDefault("bad-checksum", 0L);
    }

    @Test
    void shouldGoByUdpWithoutTheSecret() {
        try (var drivers = new TwoDrivers(folder)) {
            drivers.a.join(
                    TwoDrivers.view(
                            "a",
                            "b",
                            new MeshKey("ff112233445566778899aabbccddeeff"),
                            TwoDrivers.status(drivers.b).handshakePort()));
            TwoDrivers.join(drivers.b, "b", drivers.a, "a");
            Await.until(() -> handshakesRefused(drivers.b) > 2);
            assertThat(TwoDrivers.link(drivers.b).state()).isNotEqualTo(LinkState.UP);
            assertThat(drivers.fabric.queuePairsHeld(drivers.end("a"))).isZero();
        }
    }

    private static long handshakesRefused(RdmaMediaDriver driver) {
        return TwoDrivers.status(driver).links().stream()
                .mapToLong(link -> link.traffic().drops().getOrDefault("handshake", 0L))
                .sum();
    }
}
