package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.QueuePairState;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test for each rule of the hardware that needs no second process. */
class ThunderboltRulesTest {
    @TempDir Path folder;
    private TestFabric fabric;

    @BeforeEach
    void lay() {
        fabric = new TestFabric(folder, Manners.THUNDERBOLT);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private static void assertRefused(int errno, Verb verb, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> {
                            assertThat(e.errno()).as(e.getMessage()).isEqualTo(errno);
                            assertThat(e.call()).isEqualTo(verb.call());
                        });
    }

    @Test
    void shouldHaveTenQueuePairsOverAllProcesses() {
        End one = fabric.end("a");
        End other = fabric.end("a");
        List<VerbsProvider.Pair> pairs = new ArrayList<>();
        for (int held = 2; held < 10; held++) {
            pairs.add(create(held % 2 == 0 ? one : other));
        }

        assertRefused(Errno.EBUSY, Verb.CREATE_QP, () -> create(one));
        pairs.getFirst().close();
        create(other);
        assertThat(fabric.control.queuePairsHeld(TestFabric.A)).isEqualTo(10);
    }

    private static VerbsProvider.Pair create(End end) {
        return end.domain.createQueuePair(end.completions, end.completions, new QueueDepths(1, 1));
    }

    @Test
    void shouldHaveAHundredRegionsOverAllProcesses() {
        End one = fabric.end("a");
        End other = fabric.end("a");
        for (int held = 2; held < 100; held++) {
            (held % 2 == 0 ? one : other)
                    .domain.registerRegion(
                            (held % 2 == 0 ? one : other).memory, VerbsProvider.Access.ALL);
        }

        assertRefused(
                Errno.ENOMEM,
                Verb.REG_MR,
                () -> one.domain.registerRegion(one.memory, VerbsProvider.Access.ALL));
        other.region.close();
        one.domain.registerRegion(one.memory, VerbsProvider.Access.ALL);
    }

    @Test
    void shouldRegisterOnlyWholePagesOfItsOwnWithAllRights() {
        End end = fabric.end("a");

        assertThat(end.memory.address() % End.PAGE).isZero();
        assertThat(end.memory.asByteBuffer().mismatch(ByteBuffer.allocate(100))).isEqualTo(100);
        for (int access = 0; access < VerbsProvider.Access.ALL; access++) {
            int rights = access;
            assertRefused(
                    Errno.EINVAL, Verb.REG_MR, () -> end.domain.registerRegion(end.memory, rights));
        }
        assertRefused(Errno.EFAULT, Verb.REG_MR, () -> register(end, 4096, End.PAGE));
        assertRefused(Errno.EFAULT, Verb.REG_MR, () -> register(end, 0, 4096));
        try (Arena arena = Arena.ofConfined()) {
            assertRefused(
                    Errno.EFAULT,
                    Verb.REG_MR,
                    () ->
                            end.domain.registerRegion(
                                    arena.allocate(End.PAGE, End.PAGE), VerbsProvider.Access.ALL));
        }
        register(end, End.PAGE, End.PAGE).close();
    }

    private static VerbsProvider.Region register(End end, long offset, long length) {
        return end.domain.registerRegion(
                end.memory.asSlice(offset, length), VerbsProvider.Access.ALL);
    }

    @Test
    void shouldCountDepthsInFrames() {
        End[] ends = {
            new End(fabric.join("a"), TestFabric.DEVICE, new QueueDepths(5, 6)),
            new End(fabric.join("b"), TestFabric.DEVICE, new QueueDepths(5, 6))
        };
        End.connect(ends[0], ends[1]);

        assertThat(ends[0].pair.query().depths()).isEqualTo(new QueueDepths(5, 6));
        assertThat(ends[1].receive(0, 4 * 4096)).isZero();
        assertThat(ends[1].receive(1, 2 * 4096 + 1)).isEqualTo(Errno.ENOMEM);
        assertThat(ends[1].receive(1, 2 * 4096)).isZero();
        assertThat(ends[1].receive(2, 1)).isEqualTo(Errno.ENOMEM);
        assertThat(ends[0].send(0, 4 * 4096)).isZero();
        assertThat(ends[0].send(1, 4096 + 1)).isEqualTo(Errno.ENOMEM);
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].send(1, 4096 + 1)).isZero();
        End.poll(ends[0], ends[1]);
        assertThat(ends[1].log).containsExactly("received 0 of 16384", "received 1 of 4097");
    }

    @Test
    void shouldBoundDepthAndMessage() {
        End end = fabric.end("a");
        for (QueueDepths depths :
                List.of(
                        new QueueDepths(4096, 1),
                        new QueueDepths(1, 4096),
                        new QueueDepths(-1, 1))) {
            assertRefused(
                    Errno.EINVAL,
                    Verb.CREATE_QP,
                    () -> end.domain.createQueuePair(end.completions, end.completions, depths));
        }
        assertThat(new Rules(Manners.THUNDERBOLT).messageMaxBytes()).isEqualTo(16_773_120);
        assertRefused(Errno.EINVAL, Verb.CREATE_CQ, () -> end.context.createCompletionQueue(0));
    }

    @Test
    void shouldCarryTheLargestMessageAndNoLarger() {
        int largest = 16_773_120;
        QueueDepths depths = new QueueDepths(4095, 4095);
        End[] ends = {
            new End(fabric.join("a"), TestFabric.DEVICE, depths),
            new End(fabric.join("b"), TestFabric.DEVICE, depths)
        };
        End.connect(ends[0], ends[1]);
        VerbsProvider.Region[] regions = new VerbsProvider.Region[2];
        for (int i = 0; i < 2; i++) {
            regions[i] =
                    ends[i].domain.registerRegion(
                            ends[i].context.allocateMemory(largest + 1), VerbsProvider.Access.ALL);
        }
        regions[0].memory().fill((byte) 7);

        assertThat(ends[1].pair.postReceive(0, regions[1], 0, largest + 1)).isEqualTo(Errno.EINVAL);
        assertThat(ends[1].pair.postReceive(0, regions[1], 0, largest)).isZero();
        assertThat(ends[0].pair.postSend(0, regions[0], 0, largest)).isZero();
        End.poll(ends[0], ends[1]);
        assertThat(ends[1].log).containsExactly("received 0 of " + largest);
        assertThat(regions[1].memory().asSlice(0, largest).mismatch(regions[0].memory()))
                .isEqualTo(largest);
    }

    @Test
    void shouldRefuseToPostBeforeReadyToSend() {
        End end = fabric.end("a");
        End peer = fabric.end("b");

        assertThat(end.receive(0, 64)).isEqualTo(Errno.EINVAL);
        end.receiveFrom(peer.address());
        assertThat(end.receive(0, 64)).isEqualTo(Errno.EINVAL);
        assertThat(end.send(0, 64)).isEqualTo(Errno.EINVAL);
        end.pair.modifyToSend(0);
        assertThat(end.receive(0, 64)).isZero();
        assertThat(end.send(0, 64)).isZero();
    }

    @Test
    void shouldRefuseWhatIsNotInTheRegion() {
        End[] ends = fabric.connected();

        assertThat(ends[0].pair.postSend(0, ends[0].region, -1, 64)).isEqualTo(Errno.EINVAL);
        assertThat(ends[0].pair.postSend(0, ends[0].region, 8 * End.PAGE - 63, 64))
                .isEqualTo(Errno.EINVAL);
        assertThat(ends[0].pair.postSend(0, ends[0].region, 0, 0)).isEqualTo(Errno.EINVAL);
        assertThat(ends[0].pair.postSend(0, ends[1].region, 0, 64)).isEqualTo(Errno.EINVAL);
    }

    @Test
    void shouldRefuseIllegalTransitions() {
        End end = fabric.end("a");
        End peer = fabric.end("b");

        assertRefused(Errno.EINVAL, Verb.MODIFY_QP, () -> end.pair.modifyToSend(0));
        assertRefused(Errno.EINVAL, Verb.MODIFY_QP, () -> end.pair.modifyToInit(2));
        assertThat(end.pair.query().state()).isEqualTo(QueuePairState.RESET);
        end.receiveFrom(peer.address());
        assertRefused(Errno.EINVAL, Verb.MODIFY_QP, () -> end.pair.modifyToInit(1));
        end.pair.modifyToSend(0);
        assertRefused(Errno.EINVAL, Verb.MODIFY_QP, () -> end.pair.modifyToSend(0));
    }

    @Test
    void shouldHoldASendUntilAReceiveIsPosted() {
        End[] ends = fabric.connected();
        ends[0].fill(1, 42);
        assertThat(ends[0].send(1, 100)).isZero();
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).isEmpty();

        ends[1].receive(2, 4096);
        End.poll(ends[0], ends[1]);

        assertThat(ends[0].log).containsExactly("sent 1");
        assertThat(ends[1].log).containsExactly("received 2 of 100");
        assertThat(ends[1].at(2, 99)).isEqualTo(42);
        assertThat(ends[1].at(2, 100)).isZero();
    }

    @Test
    void shouldFailTheReceiveOfOtherFramesAndThenBeSilent() {
        End[] ends = fabric.connected();
        ends[1].receive(0, 2 * 4096);
        ends[1].receive(1, 4096);
        ends[1].send(5, 4096);
        ends[0].send(2, 4096);
        ends[0].send(3, 4096);

        End.poll(ends[0], ends[1]);

        assertThat(ends[1].log)
                .containsExactlyInAnyOrder(
                        "failed 0 LOC_LEN_ERR", "failed 1 WR_FLUSH_ERR", "failed 5 WR_FLUSH_ERR");
        assertThat(ends[0].log).containsExactly("sent 2");
        assertThat(ends[1].pair.query().state()).isEqualTo(QueuePairState.ERR);
        assertThat(ends[1].receive(4, 4096)).isZero();
        End.poll(ends[0], ends[1]);
        assertThat(ends[1].log).last().isEqualTo("failed 4 WR_FLUSH_ERR");
        assertThat(ends[0].log).containsExactly("sent 2");
    }

    @Test
    void shouldNotWriteIntoARegionThatIsGone() {
        End[] ends = fabric.connected();
        VerbsProvider.Region part = register(ends[1], 0, End.PAGE);
        ends[1].pair.postReceive(7, part, 0, 4096);
        ends[0].fill(0, 42);
        part.close();

        ends[0].send(0, 4096);
        End.poll(ends[0], ends[1]);

        assertThat(ends[1].at(0, 0)).isZero();
        assertThat(ends[1].log).containsExactly("failed 7 LOC_PROT_ERR");
    }

    @Test
    void shouldFailASendWhoseRegionIsGone() {
        End[] ends = fabric.connected();
        VerbsProvider.Region gone = register(ends[0], 0, End.PAGE);
        ends[1].receive(0, 4096);
        ends[0].pair.postSend(7, gone, 0, 4096);
        ends[0].send(1, 4096);
        gone.close();

        End.poll(ends[0], ends[1]);

        assertThat(ends[0].log).containsExactly("failed 7 LOC_PROT_ERR", "failed 1 WR_FLUSH_ERR");
        assertThat(ends[1].log).isEmpty();
        assertThat(ends[0].pair.query().state()).isEqualTo(QueuePairState.ERR);
    }

    @Test
    void shouldRefuseToDestroyWhatIsInUse() {
        End end = fabric.end("a");

        assertRefused(Errno.EBUSY, Verb.DESTROY_CQ, end.completions::close);
        assertRefused(Errno.EBUSY, Verb.DEALLOC_PD, end.domain::close);
        assertRefused(Errno.EBUSY, Verb.CLOSE_DEVICE, end.context::close);
        assertRefused(Errno.EBUSY, Verb.MUNMAP, () -> end.context.freeMemory(end.memory));
        end.close();
        assertRefused(Errno.EINVAL, Verb.DESTROY_QP, end.pair::close);
        assertRefused(Errno.EINVAL, Verb.DEREG_MR, end.region::close);
        assertThat(fabric.control.queuePairsHeld(TestFabric.A)).isZero();
        assertThat(fabric.control.regionsHeld(TestFabric.A)).isZero();
        assertThat(fabric.files("memory")).isEmpty();
    }

    @Test
    void shouldFailToPollWhenReceivesOverrunTheQueue() {
        End end = fabric.end("a");
        End peer = fabric.end("b");
        VerbsProvider.Completions small = peer.context.createCompletionQueue(2);
        VerbsProvider.Pair pair = peer.domain.createQueuePair(small, small, new QueueDepths(8, 8));
        pair.modifyToInit(1);
        pair.modifyToReceive(end.address(), PathMtu.MTU_1024, 1, 1);
        pair.modifyToSend(0);
        end.receiveFrom(new RemoteQueuePair(peer.address().gid(), 0, pair.number(), 0));
        end.pair.modifyToSend(0);
        for (int i = 0; i < 3; i++) {
            pair.postReceive(i, peer.region, 0, 64);
            end.send(i, 64);
        }
        end.poll();

        assertThat(end.log).hasSize(3);
        assertThat(small.poll(peer, 8)).isEqualTo(-Errno.EIO);
        assertThat(small.poll(peer, 8)).isEqualTo(-Errno.EIO);
    }

    @Test
    void shouldFreeWhatAProviderLeaves() {
        SimulatedProvider provider = fabric.join("a");
        new End(provider, TestFabric.DEVICE);
        assertThat(fabric.files("memory")).hasSize(1);

        provider.close();

        assertThat(fabric.control.queuePairsHeld(TestFabric.A)).isZero();
        assertThat(fabric.control.regionsHeld(TestFabric.A)).isZero();
        assertThat(fabric.files("memory")).isEmpty();
        assertThat(fabric.files("owner")).isEmpty();
    }
}
