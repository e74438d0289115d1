package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sender that never stops, and a receiver that takes its memory away in the midst of it. */
class GraceTest {
    private static final int ROUNDS = 200;
    private static final int SLOT_BYTES = 65536;

    @TempDir Path folder;

    @Test
    void shouldWriteNothingOnceMemoryIsTakenAway() {
        try (TestFabric fabric = new TestFabric(folder, Manners.THUNDERBOLT)) {
            End sender = new End(fabric.join("a"), TestFabric.DEVICE, new QueueDepths(64, 64));
            End receiver = fabric.end("b");
            sender.memory.fill((byte) 42);
            int written = 0;
            for (int round = 0; round < ROUNDS; round++) {
                written += takeAwayInTheMidst(sender, receiver, round % 2 == 0);
            }
            System.out.printf("writing began in %d of %d rounds%n", written, ROUNDS);
            assertThat(written).isPositive();
        }
    }

    /** One connection; returns 1 if anything was written before the memory was taken away. */
    private static int takeAwayInTheMidst(End sender, End receiver, boolean destroyFirst) {
        VerbsProvider.Pair from = create(sender);
        VerbsProvider.Pair to = create(receiver);
        VerbsProvider.Region target =
                receiver.domain.registerRegion(
                        receiver.memory.asSlice(0, SLOT_BYTES), VerbsProvider.Access.ALL);
        receiver.memory.fill((byte) 0);
        connect(from, receiver, to);
        connect(to, sender, from);
        assertThat(to.postReceive(0, target, 0, SLOT_BYTES)).isZero();
        assertThat(from.postSend(0, sender.region, 0, SLOT_BYTES)).isZero();

        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> polling =
                CompletableFuture.runAsync(
                        () -> {
                            while (!ended.get()) {
                                sender.poll();
                            }
                        });
        if (destroyFirst) {
            to.close();
        } else {
            target.close();
        }
        int before = receiver.at(0, SLOT_BYTES - 1);
        int first = receiver.at(0, 0);
        receiver.memory.fill((byte) 7);
        MemorySegment sevens =
                MemorySegment.ofArray(new byte[(int) receiver.memory.byteSize()]).fill((byte) 7);
        ended.set(true);
        polling.join();
        assertThat(first).as("a copy that began is over").isEqualTo(before);
        assertThat(receiver.memory.mismatch(sevens)).isEqualTo(-1);
        from.close();
        if (destroyFirst) {
            target.close();
        } else {
            to.close();
        }
        return before == 42 ? 1 : 0;
    }

    private static VerbsProvider.Pair create(End end) {
        return end.domain.createQueuePair(
                end.completions, end.completions, new QueueDepths(64, 64));
    }

    private static void connect(VerbsProvider.Pair pair, End peer, VerbsProvider.Pair peerPair) {
        pair.modifyToInit(1);
        pair.modifyToReceive(
                new RemoteQueuePair(peer.address().gid(), 0, peerPair.number(), 0),
                PathMtu.MTU_1024,
                1,
                1);
        pair.modifyToSend(0);
    }
}
