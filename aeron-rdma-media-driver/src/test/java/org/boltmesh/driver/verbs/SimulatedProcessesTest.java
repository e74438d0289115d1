package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.CableFaults;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.simulated.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only two processes show: one here, the other does as it is told, or dies. */
@Timeout(180)
class SimulatedProcessesTest {
    private static final String DEVICE = "rdma_en3";
    private static final CableEnd HERE = new CableEnd("a", DEVICE);
    private static final CableEnd THERE = new CableEnd("b", DEVICE);
    private static final int SLOT_BYTES = 8192;
    private static final long DEADLINE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir Path folder;

    private SimulatedFabric fabric;
    private SimulatedProvider provider;
    private int nextSeed;

    @BeforeEach
    void layTheCable() {
        fabric = SimulatedFabric.lay(folder, "cable %s %s\n".formatted(HERE, THERE));
        provider = new SimulatedProvider(folder, "a", new CallFaults());
    }

    @AfterEach
    void leave() {
        provider.close();
        fabric.close();
    }

    private EndpointProcess start() throws IOException {
        return EndpointProcess.start(folder, "b", DEVICE, SLOT_BYTES);
    }

    private Endpoint endpoint() {
        Endpoint endpoint = Endpoint.of(provider, DEVICE, SLOT_BYTES);
        endpoint.init();
        return endpoint;
    }

    private static void connect(Endpoint here, EndpointProcess there) throws IOException {
        there.ask("connect " + EndpointMain.address(here.address()));
        here.readyToReceiveFrom(there.address());
        here.readyToSend();
    }

    /** A message there and back again. */
    private void exchange(Endpoint here) {
        int seed = nextSeed++;
        int before = here.received.size();
        here.postReceive(0);
        here.send(1, SLOT_BYTES, seed);
        until("an echo of " + here, () -> poll(here) && here.received.size() > before);
        assertThat(here.equalBytes(0, SLOT_BYTES, seed)).isEqualTo(SLOT_BYTES);
    }

    private static boolean poll(Endpoint endpoint) {
        endpoint.poll();
        return true;
    }

    private static void until(String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + BOUND_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("never: " + what);
            }
        }
    }

    /** Sends until that is overdue, as it must be soon when the peer is lost. */
    private static void learnOfTheLoss(Endpoint here) {
        SendDeadline deadline = new SendDeadline(Endpoint.SLOTS, DEADLINE_NS);
        int sent = here.sent.size();
        int posted = 0;
        boolean overdue = false;
        long boundNs = System.nanoTime() + BOUND_NS;
        while (!overdue && System.nanoTime() < boundNs) {
            if (deadline.outstanding() < 2 && here.postSend(posted % 2, SLOT_BYTES)) {
                deadline.onPosted(System.nanoTime());
                posted++;
            }
            here.poll();
            for (; sent < here.sent.size(); sent++) {
                if (deadline.outstanding() > 0) {
                    deadline.onCompleted(System.nanoTime());
                }
            }
            overdue = deadline.isOverdue(System.nanoTime());
        }
        assertThat(overdue).as("%s learns of its peer's loss", here).isTrue();
        assertThat(here.failed).isEmpty();
    }

    @Test
    void shouldCarryBetweenProcesses() throws Exception {
        try (EndpointProcess there = start();
                Endpoint here = endpoint()) {
            connect(here, there);
            there.say("echo");
            for (int i = 0; i < 200; i++) {
                exchange(here);
            }
        }
    }

    @Test
    void shouldLearnOfAKilledPeerAndStartAnew() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (EndpointProcess there = start();
                    Endpoint here = endpoint()) {
                connect(here, there);
                there.say("echo");
                exchange(here);
                there.kill();

                learnOfTheLoss(here);
                until(
                        "the objects of the dead are freed",
                        () -> fabric.queuePairsHeld(THERE) + fabric.regionsHeld(THERE) == 0);
            }
        }
        assertThat(fabric.queuePairsHeld(HERE)).isZero();
        assertThat(memoryFiles()).isEmpty();
    }

    private void provesItWorks() throws Exception {
        try (EndpointProcess there = start();
                Endpoint here = endpoint()) {
            connect(here, there);
            there.say("echo");
            exchange(here);
        }
    }

    @Test
    void shouldShareTheLimitsOfADeviceWithOtherProcesses() throws Exception {
        try (EndpointProcess other = EndpointProcess.start(folder, "a", DEVICE, SLOT_BYTES);
                Endpoint here = endpoint()) {
            other.ask("create 5");
            for (int i = 0; i < 3; i++) {
                create(here);
            }
            assertThatThrownBy(() -> create(here))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("EBUSY")
                    .hasMessageContaining("all 10 queue pairs of the device are held");

            other.kill();
            until("a slot of the dead is free", () -> fabric.queuePairsHeld(HERE) == 4);
            for (int i = 0; i < 6; i++) {
                create(here);
            }
        }
    }

    private static QueuePair create(Endpoint endpoint) {
        return endpoint.domain.createQueuePair(
                endpoint.completions, endpoint.completions, new QueueDepths(4, 4), "test");
    }

    @Test
    void shouldFallSilentWhenTheCableIsPulled() throws Exception {
        try (EndpointProcess there = start();
                Endpoint here = endpoint()) {
            connect(here, there);
            there.say("echo");
            exchange(here);
            fabric.pull(THERE);

            learnOfTheLoss(here);
            assertThat(here.device.queryPort(1).state()).isEqualTo(PortState.DOWN);
            assertThat(here.device.findIpv4GidIndex(1)).isEmpty();
            fabric.plug(HERE);
            assertThat(here.device.queryPort(1).state()).isEqualTo(PortState.ACTIVE);
            Endpoint.pollMore(here, here);
            assertThat(here.failed).isEmpty();
        }
        provesItWorks();
    }

    @Test
    void shouldBeDownUnlessBothEndsAreEnabled() {
        try (Endpoint here = endpoint()) {
            fabric.disable(THERE);
            assertThat(here.device.queryPort(1).state()).isEqualTo(PortState.DOWN);
            assertThat(here.device.findIpv4GidIndex(1)).isPresent();
            fabric.enable(THERE);
            assertThat(here.device.queryPort(1).state()).isEqualTo(PortState.ACTIVE);
        }
    }

    @Test
    void shouldBearADeviceThatVanishes() {
        Endpoint here = endpoint();
        fabric.vanish(HERE, true);

        assertThat(provider.deviceNames()).isEmpty();
        assertThatThrownBy(() -> here.device.queryPort(1)).hasMessageContaining("ENODEV");
        assertThatThrownBy(here::poll).hasMessageContaining("EIO");
        here.close();
        fabric.vanish(HERE, false);
        assertThat(provider.deviceNames()).containsExactly(DEVICE);
        assertThat(fabric.queuePairsHeld(HERE) + fabric.regionsHeld(HERE)).isZero();
    }

    @Test
    void shouldLoseDamageAndRepeatAsSeeded() throws Exception {
        fabric.faults(HERE, CableFaults.seeded(5).withLoss(100_000).withDamage(100_000));
        try (EndpointProcess there = start();
                Endpoint here = endpoint()) {
            connect(here, there);
            there.say("echo");
            int damaged = 0;
            for (int seed = 0; seed < 150; seed++) {
                damaged += isDamaged(here, seed) ? 1 : 0;
            }
            System.out.printf("of 150 echoes %d came, %d damaged%n", here.received.size(), damaged);
            assertThat(here.received.size()).isBetween(95, 145);
            assertThat(damaged).isBetween(8, 60);
        }
    }

    /** Sends one and waits a little for its echo. */
    private static boolean isDamaged(Endpoint here, int seed) {
        int received = here.received.size();
        if (seed == 0 || here.postedReceives() == received) {
            here.postReceive(0);
        }
        here.send(1, SLOT_BYTES, seed);
        until("sent", () -> poll(here) && here.sent.size() == seed + 1);
        long patienceNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
        while (here.received.size() == received && System.nanoTime() < patienceNs) {
            here.poll();
        }
        return here.received.size() > received && here.equalBytes(0, SLOT_BYTES, seed) < SLOT_BYTES;
    }

    @Test
    void shouldQuarantineADeviceWhoseVerbHangs() throws Exception {
        CallFaults faults = new CallFaults();
        try (SimulatedProvider hanging = new SimulatedProvider(folder, "a", faults)) {
            DeviceThread thread =
                    DeviceThread.start(
                            hanging,
                            DEVICE,
                            new RegisteredMemoryBudget(1 << 20),
                            DEADLINE_NS,
                            System::nanoTime,
                            _ -> {});
            thread.opening().get(10, TimeUnit.SECONDS);
            faults.hang(Verb.ALLOC_PD);
            var hung = thread.submit("ibv_alloc_pd", Device::allocateProtectionDomain);

            until("in quarantine", () -> thread.checkDeadline(System.nanoTime()) == 1);

            assertThat(hung).isCompletedExceptionally();
            faults.release(Verb.ALLOC_PD);
            assertThat(thread.shutDown().get(10, TimeUnit.SECONDS)).isTrue();
        }
        provesItWorks();
    }

    private List<Path> memoryFiles() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("memory"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
