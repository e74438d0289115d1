package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.simulated.Verb;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each verb refused once, with the error numbers that Macs have shown: told, and nothing leaks. */
class RefusedCallsTest {
    private static final CableEnd HERE = new CableEnd("a", "rdma_en3");
    private static final List<Integer> ERRNOS = List.of(2, 16, 22, 60, 96);

    private static final CompletionHandler NOBODY =
            new CompletionHandler() {
                @Override
                public void onSent(int number, long id) {}

                @Override
                public void onReceived(int number, long id, int lengthBytes) {}

                @Override
                public void onFailed(int number, long id, CompletionStatus status, int vendor) {}
            };

    @TempDir Path folder;

    static Stream<Arguments> refusals() {
        return Stream.of(Verb.values())
                .filter(verb -> verb != Verb.GET_DEVICE_LIST)
                .flatMap(verb -> ERRNOS.stream().map(errno -> Arguments.of(verb, errno)));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldTellAndLeaveNothing(Verb verb, int errno) {
        CallFaults faults = new CallFaults();
        try (SimulatedFabric fabric =
                SimulatedFabric.lay(folder, "cable a:rdma_en3 b:rdma_en3\n")) {
            try (SimulatedProvider provider = new SimulatedProvider(folder, "a", faults)) {
                assertThat(live(provider)).isEmpty();
                assertThat(held(fabric)).isZero();

                faults.refuse(verb, errno, 1);
                assertThat(live(provider))
                        .as("%s refused with %d", verb, errno)
                        .anySatisfy(failure -> assertTells(failure, verb, errno));

                assertThat(live(provider)).isEmpty();
            }
            assertThat(held(fabric)).isZero();
        }
    }

    private static void assertTells(VerbsException failure, Verb verb, int errno) {
        assertThat(failure.call()).isEqualTo(verb.call());
        assertThat(failure.errno()).isEqualTo(errno);
        assertThat(failure.device()).isEqualTo(HERE.device());
    }

    private static int held(SimulatedFabric fabric) {
        return fabric.queuePairsHeld(HERE) + fabric.regionsHeld(HERE);
    }

    /** Calls every verb once, and closes whatever came of it. */
    private static List<VerbsException> live(VerbsProvider provider) {
        List<VerbsException> failures = new ArrayList<>();
        try {
            Device device =
                    Device.open(provider, HERE.device(), new RegisteredMemoryBudget(1 << 20));
            try {
                use(device);
            } catch (VerbsException e) {
                failures.add(e);
            }
            device.close();
        } catch (VerbsException e) {
            failures.add(e);
        }
        return failures;
    }

    private static void use(Device device) {
        ProtectionDomain domain = device.allocateProtectionDomain();
        CompletionQueue completions = device.createCompletionQueue(8);
        MemoryRegion region = domain.allocateRegion(1, "test");
        QueuePair pair =
                domain.createQueuePair(completions, completions, new QueueDepths(1, 1), "test");
        pair.query();
        int gidIndex = device.findIpv4GidIndex(1).orElseThrow();
        pair.modifyToInit(1);
        pair.modifyToReceive(
                new RemoteQueuePair(device.queryGids(1).get(gidIndex), 0, 1, 0),
                device.queryPort(1).activeMtu(),
                1,
                gidIndex);
        pair.modifyToSend(0);
        pair.postReceive(1, region, 0, 64);
        pair.postSend(2, region, 0, 64);
        completions.poll(NOBODY, 1);
    }
}
