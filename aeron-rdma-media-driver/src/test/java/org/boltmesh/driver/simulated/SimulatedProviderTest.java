package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedProviderTest {
    @TempDir Path folder;

    @Test
    void shouldSayWhatItsFolderWants() {
        assertThatThrownBy(() -> new SimulatedProvider(folder, "a", new CallFaults()))
                .isInstanceOf(SimulatedFabricException.class)
                .hasMessageContaining(
                        "want a text with lines such as 'cable a:rdma_en3 b:rdma_en3'");
        assertThatThrownBy(() -> SimulatedFabric.lay(folder, "manners rude"))
                .hasMessageContaining("line 1");
    }

    @Test
    void shouldBeUnavailableToAHostWithoutDevices() {
        try (TestFabric fabric = new TestFabric(folder, Manners.THUNDERBOLT)) {
            SimulatedProvider provider = fabric.join("z");

            assertThat(provider.availability().available()).isFalse();
            assertThat(provider.availability().reason()).contains("ends at host 'z'");
            assertThat(provider.deviceNames()).isEmpty();
        }
    }

    @Test
    void shouldKeepAPortWithoutACableDown() {
        SimulatedFabric.lay(folder, "cable a:x b:x\ndevice a:y\ndisabled b:x").close();
        try (SimulatedProvider provider = new SimulatedProvider(folder, "a", new CallFaults())) {
            assertThat(provider.deviceNames()).containsExactly("x", "y");
            for (String device : provider.deviceNames()) {
                assertThat(new End(provider, device).context.queryPort(1).state())
                        .isEqualTo(PortState.DOWN);
            }
        }
    }

    @Test
    void shouldLeaveNothingWhenItCannotJoin() throws Exception {
        SimulatedFabric.lay(folder, "cable a:x b:x").close();
        Files.writeString(folder.resolve("device+b=x"), "of another version");

        assertThatThrownBy(() -> new SimulatedProvider(folder, "a", new CallFaults()))
                .hasMessageContaining("of another version");

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .noneMatch(name -> name.startsWith(Owner.PREFIX));
        }
    }

    @Test
    void shouldFreeWhatTheDeadLeftBesideFilesOfOthers() throws Exception {
        try (TestFabric fabric = new TestFabric(folder, Manners.THUNDERBOLT)) {
            for (String name : List.of("owner+", "owner+me", "memory+1", "memory+me+1", "+")) {
                Files.writeString(folder.resolve(name), "kept");
            }
            fabric.join("a");
            for (long dead = 1; dead <= 2; dead++) {
                claim(dead);
                Await.until(() -> regionsHeld(fabric) == 0);
            }
            assertThat(fabric.files("memory+me")).hasSize(1);
        }
    }

    private static int regionsHeld(TestFabric fabric) {
        return fabric.control.regionsHeld(new CableEnd("a", TestFabric.DEVICE));
    }

    private void claim(long owner) {
        try (DeviceTable table = new DeviceTable(folder, new CableEnd("a", TestFabric.DEVICE))) {
            assertThat(table.claimRegion(1, owner)).isPresent();
        }
    }

    /** Two busy senders: there is hardly ever a moment in which neither writes. */
    @Test
    void shouldFreeWhatTheDeadLeftWhileOthersSend() {
        try (TestFabric fabric = new TestFabric(folder, Manners.THUNDERBOLT);
                DeviceTable table = new DeviceTable(folder, new CableEnd("a", TestFabric.DEVICE))) {
            fabric.join("a");
            String owner = fabric.files(Owner.PREFIX).getFirst();
            long alive = Owner.parseId(owner.substring(Owner.PREFIX.length())).orElseThrow();
            QueuePairSlot[] busy = {table.queuePair(1), table.queuePair(2)};
            for (QueuePairSlot slot : busy) {
                assertThat(slot.claim(alive)).isTrue();
                slot.pin();
            }
            claim(4711);

            Await.until(
                    () -> {
                        for (QueuePairSlot slot : busy) {
                            slot.unpin();
                            slot.pin(); // never both unpinned at once
                        }
                        return table.regionsHeld() == 0;
                    });
            for (QueuePairSlot slot : busy) {
                slot.free();
            }
        }
    }

    @Test
    void shouldRefuseCallsOnDemand() {
        try (TestFabric fabric = new TestFabric(folder, Manners.THUNDERBOLT)) {
            End[] ends = fabric.connected();
            fabric.faults.refuse(Verb.ALLOC_PD, Errno.ENOMEM, 1);
            fabric.faults.refuse(Verb.POST_SEND, Errno.EIO, 1);
            fabric.faults.refuse(Verb.POLL_CQ, Errno.EIO, 1);

            assertThatThrownBy(ends[0].context::allocateDomain).hasMessageContaining("ENOMEM");
            ends[0].context.allocateDomain().close();
            assertThat(ends[0].send(0, 64)).isEqualTo(Errno.EIO);
            assertThat(ends[0].send(0, 64)).isZero();
            assertThat(ends[0].poll()).isEqualTo(-Errno.EIO);
            assertThat(ends[0].poll()).isZero();
        }
    }

    @Test
    void shouldLetTheOtherEndGoOnWhileACallHangs() {
        try (TestFabric fabric = new TestFabric(folder, Manners.THUNDERBOLT)) {
            End[] ends = fabric.connected();
            fabric.faults.hang(Verb.DESTROY_QP);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(ends[0].pair::close);
            Await.until(() -> fabric.faults.hanging(Verb.DESTROY_QP) == 1);

            ends[0].receive(0, 64);
            ends[1].send(0, 64);
            End.poll(ends[0], ends[1]);
            assertThat(ends[0].log).containsExactly("received 0 of 64");
            assertThat(closing).isNotDone();
            fabric.faults.release(Verb.DESTROY_QP);
            closing.join();
        }
    }
}
