package org.boltmesh.actors.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.CableFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;

/**
 * Two nodes that send messages both ways, while the cable does everything wrong, comes out and in,
 * drivers die, and ends begin a new life or a new epoch. What happens follows from the seed; when
 * it happens, not.
 */
final class FaultyRun implements AutoCloseable {
    private static final int MESSAGES_PER_EVENT = 40;
    private static final long EVENT_MAX_NS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final long SETTLE_MAX_NS = TimeUnit.SECONDS.toNanos(60);

    private final long startNs = System.nanoTime();
    private final Random random;
    private final SimulatedFabric fabric;
    private final FaultyNode a;
    private final FaultyNode b;
    private final FaultyEnd endA;
    private final FaultyEnd endB;
    private int kills;

    FaultyRun(long seed, Path home, boolean withProcesses) throws IOException {
        random = new Random(seed);
        Path cables = home.resolve("fabric");
        fabric =
                SimulatedFabric.lay(
                        cables,
                        "manners thunderbolt%ncable a:%s b:%s%n"
                                .formatted(FaultyNode.DEVICE, FaultyNode.DEVICE));
        var first =
                CompletableFuture.supplyAsync(
                        () -> new FaultyNode("a", home, cables, withProcesses));
        b = new FaultyNode("b", home, cables, withProcesses);
        a = first.join();
        join();
        tell("drivers run");
        WorkAddress there = address(1);
        WorkAddress back = address(2);
        endA = new FaultyEnd(seed, 1, a.channels(), there, back);
        endB = new FaultyEnd(seed, 2, b.channels(), back, there);
        FaultyEnd.join(endA, endB);
    }

    private static WorkAddress address(int stream) throws IOException {
        int port = TestPorts.free("127.0.0.1").getPort();
        return new WorkAddress("127.0.0.1", "127.0.0.1", port, stream);
    }

    private void join() {
        a.join(b);
        b.join(a);
    }

    void play(int events) {
        if (random.nextBoolean()) {
            await(() -> a.isLinkUp() && b.isLinkUp());
        }
        for (int event = 0; event < events; event++) {
            String what = disturb();
            int before = messages();
            exchange();
            tell("%s, %d messages".formatted(what, messages() - before));
        }
    }

    private void tell(String what) {
        System.out.printf("  %.1f s: %s%n", (System.nanoTime() - startNs) / 1e9, what);
    }

    private String disturb() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> faults();
            case 2 -> {
                fabric.pull(cable());
                yield "cable out";
            }
            case 3 -> {
                fabric.plug(cable());
                yield "cable in";
            }
            case 4, 5 -> kill(random.nextBoolean() ? a : b);
            case 6 -> {
                (random.nextBoolean() ? endA : endB).beginLife();
                yield "new life";
            }
            default -> {
                FaultyEnd.beginEpoch(endA, endB);
                yield "new epoch";
            }
        };
    }

    private String faults() {
        CableFaults faults =
                CableFaults.seeded(random.nextLong())
                        .withLoss(random.nextInt(100_000))
                        .withDamage(random.nextInt(20_000))
                        .withDuplication(random.nextInt(50_000))
                        .withReordering(random.nextInt(50_000))
                        .withDelay(random.nextInt(1000), random.nextInt(2_000_000));
        fabric.faults(cable(), faults);
        return faults.toString();
    }

    private String kill(FaultyNode node) {
        kills++;
        node.killDriver();
        boolean isMissed = random.nextBoolean();
        if (isMissed) {
            exchange();
        }
        node.startDriver();
        join();
        return isMissed ? "driver dead for a while" : "driver dead";
    }

    /** Sends both ways until enough has come, or time is over: a driver may be away. */
    private void exchange() {
        int enough = messages() + random.nextInt(MESSAGES_PER_EVENT);
        long endNs = System.nanoTime() + EVENT_MAX_NS;
        while (messages() < enough && System.nanoTime() < endNs) {
            endA.offer();
            endB.offer();
            work();
        }
    }

    private void work() {
        long nowNs = System.nanoTime();
        if (endA.work(nowNs) + endB.work(nowNs) == 0) {
            LockSupport.parkNanos(20_000);
        }
    }

    /** At least one driver dies in each run. */
    void killOne() {
        tell(kill(random.nextBoolean() ? a : b));
    }

    /** All is well from now on: what was sent arrives, and lanes carry again. */
    void settle() {
        fabric.faults(cable(), CableFaults.NONE);
        fabric.plug(cable());
        await(() -> endA.isDone() && endB.isDone());
        tell("all has arrived");
        await(() -> a.isLinkUp() && b.isLinkUp());
        tell("lanes carry again");
        long before = a.laneBytes();
        await(
                () -> {
                    endA.offer();
                    return a.laneBytes() > before;
                });
        await(() -> endA.isDone() && endB.isDone());
    }

    private void await(BooleanSupplier condition) {
        long endNs = System.nanoTime() + SETTLE_MAX_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("not done: " + endA + "; " + endB);
            }
            work();
        }
    }

    private static CableEnd cable() {
        return new CableEnd("a", FaultyNode.DEVICE);
    }

    private int messages() {
        return endA.messages() + endB.messages();
    }

    /** What happened, for people. */
    @Override
    public String toString() {
        return "%d messages, %d drivers killed, %d breaks, frames %s and %s"
                .formatted(
                        messages(),
                        kills,
                        endA.breaks() + endB.breaks(),
                        endA.counters().counts(),
                        endB.counters().counts());
    }

    @Override
    public void close() {
        endA.close();
        endB.close();
        CompletableFuture<Void> first = CompletableFuture.runAsync(a::close);
        b.close();
        first.join();
        fabric.close();
    }
}
