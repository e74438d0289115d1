package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.simulated.CableFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The last frame of a burst is lost, and nothing follows that would show it. */
@Timeout(120)
class TailLossTest {
    private static final long REPAIR_MAX_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final CableFaults CUT = CableFaults.NONE.withLoss(1_000_000);
    private static final int LENGTH_BYTES = 5000;
    private static final int ROUNDS = 20;

    @TempDir private Path folder;
    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH_BYTES));
    private int received;

    @Test
    void shouldRepairALostLastFrame() {
        repair(false);
    }

    @Test
    void shouldRepairItWhenTheRepairIsLostAsWell() {
        repair(true);
    }

    private void repair(boolean losesRepair) {
        try (var pair = new InvokedPair(folder)) {
            int port = FreePort.udp();
            Subscription subscription = pair.subscription(port);
            ExclusivePublication publication = pair.publication(port, 8192);
            pair.turnUntil(() -> publication.isConnected() && subscription.isConnected());
            exchange(pair, publication, subscription);
            long longestNs = 0;
            for (int round = 0; round < ROUNDS; round++) {
                longestNs =
                        Math.max(longestNs, loseOne(pair, publication, subscription, losesRepair));
            }
            System.out.printf(
                    "repaired within %d us, repair lost: %s%n", longestNs / 1000, losesRepair);
            assertThat(longestNs).isLessThanOrEqualTo(REPAIR_MAX_NS);
        }
    }

    private void exchange(
            InvokedPair pair, ExclusivePublication publication, Subscription subscription) {
        for (int count = 0; count < 50; count++) {
            offer(publication);
            await(pair, subscription);
        }
    }

    private void offer(ExclusivePublication publication) {
        long position = publication.offer(message, 0, LENGTH_BYTES);
        if (position == Publication.ADMIN_ACTION) { // a new term begins: the next try gets it
            position = publication.offer(message, 0, LENGTH_BYTES);
        }
        assertThat(position).isPositive();
    }

    private void await(InvokedPair pair, Subscription subscription) {
        received = 0;
        pair.turnUntil(
                () -> {
                    subscription.poll((buffer, offset, length, header) -> received++, 10);
                    return received > 0;
                });
    }

    /** Or each would leave during the next cut, until the sender's window is full. */
    private static void letStatusMessagesOut(InvokedPair pair) {
        for (int turn = 0; turn < 10; turn++) {
            pair.turn();
        }
    }

    /** Loses a frame, and returns how long it took until it was there. */
    private long loseOne(
            InvokedPair pair,
            ExclusivePublication publication,
            Subscription subscription,
            boolean losesRepair) {
        LongSupplier naks = () -> pair.b.heartbeat().orElseThrow().naks();
        LongSupplier retransmits = () -> pair.a.heartbeat().orElseThrow().retransmits();
        long naksBefore = naks.getAsLong();
        long retransmitsBefore = retransmits.getAsLong();
        pair.faults(CUT);
        offer(publication);
        long lostNs = pair.nowNs();
        pair.turn();
        pair.turn();
        pair.faults(CableFaults.NONE);
        if (losesRepair) {
            // The request is on its way then, and is answered in the next turn.
            pair.turnUntil(() -> naks.getAsLong() > naksBefore);
            pair.faults(CUT);
            pair.turn();
            pair.faults(CableFaults.NONE);
        }
        await(pair, subscription);
        long tookNs = pair.nowNs() - lostNs;
        assertThat(retransmits.getAsLong() - retransmitsBefore)
                .isGreaterThanOrEqualTo(losesRepair ? 2 : 1);
        letStatusMessagesOut(pair);
        return tookNs;
    }
}
