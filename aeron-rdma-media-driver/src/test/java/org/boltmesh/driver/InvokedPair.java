package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.CableFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.verbs.VerbsProvider;

/**
 * Two drivers and their clients on one thread and one clock, which each turn moves on, with a cable
 * between them. Only device threads are threads of their own.
 */
final class InvokedPair implements AutoCloseable {
    private static final long TURN_NS = 10_000;
    private static final int PATIENT_MS = 10_000;
    private static final int TURNS_MAX = 2_000_000;
    private static final long REST_NS = 1_000_000;

    final SimulatedFabric fabric;
    final RdmaMediaDriver a;
    final RdmaMediaDriver b;
    final Aeron clientA;
    final Aeron clientB;
    private final int suspectAfterMs;
    private long nowNs = System.nanoTime();

    InvokedPair(Path folder) {
        this(folder, PATIENT_MS);
    }

    InvokedPair(Path folder, int suspectAfterMs) {
        this(folder, suspectAfterMs, provider -> provider);
    }

    /** With something between a's driver and its devices. */
    InvokedPair(Path folder, int suspectAfterMs, UnaryOperator<VerbsProvider> between) {
        this.suspectAfterMs = suspectAfterMs;
        fabric =
                SimulatedFabric.lay(
                        folder.resolve("fabric"),
                        "manners thunderbolt%ncable a:%s b:%s%n"
                                .formatted(TwoDrivers.DEVICE, TwoDrivers.DEVICE));
        a = driver(folder, "a", between);
        b = driver(folder, "b", provider -> provider);
        clientA = client(a);
        clientB = client(b);
        TwoDrivers.join(a, "a", b, "b");
        TwoDrivers.join(b, "b", a, "a");
        turnUntil(this::isUp);
    }

    boolean isUp() {
        return isUp(a) && isUp(b);
    }

    private static boolean isUp(RdmaMediaDriver driver) {
        return TwoDrivers.status(driver).links().stream()
                .anyMatch(link -> link.state() == LinkState.UP);
    }

    private RdmaMediaDriver driver(Path folder, String host, UnaryOperator<VerbsProvider> between) {
        RdmaOptions rdma =
                RdmaOptions.simulated(InetAddress.getLoopbackAddress(), fabric.folder(), host)
                        .withSuspectAfter(suspectAfterMs);
        return RdmaMediaDriver.invoked(
                MediaDriverOptions.in(folder.resolve(host)).withTermLength(1 << 20).withRdma(rdma),
                () -> nowNs,
                () -> {
                    RdmaDevices devices = RdmaDevices.open(rdma, () -> nowNs);
                    return new RdmaDevices(devices.provider().map(between), devices.problem());
                });
    }

    private Aeron client(RdmaMediaDriver driver) {
        return Aeron.connect(
                new Aeron.Context()
                        .aeronDirectoryName(driver.aeronDirectory().toString())
                        .useConductorAgentInvoker(true)
                        .driverAgentInvoker(driver.invoker()));
    }

    /** Both drivers and clients once; then time moves on. */
    void turn() {
        a.doWork();
        b.doWork();
        clientA.conductorAgentInvoker().invoke();
        clientB.conductorAgentInvoker().invoke();
        nowNs += TURN_NS;
    }

    void turnUntil(BooleanSupplier condition) {
        for (int turn = 0; turn < TURNS_MAX && !condition.getAsBoolean(); turn++) {
            turn();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    long nowNs() {
        return nowNs;
    }

    /** Lets time go by faster, for what is a matter of waiting. */
    void restUntil(BooleanSupplier condition) {
        for (int turn = 0; turn < TURNS_MAX && !condition.getAsBoolean(); turn++) {
            nowNs += REST_NS;
            turn();
            LockSupport.parkNanos(TURN_NS); // device threads live in another time
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    CableEnd cable() {
        return new CableEnd("a", TwoDrivers.DEVICE);
    }

    void faults(CableFaults faults) {
        fabric.faults(cable(), faults);
    }

    ExclusivePublication publication(int port, int mtu) {
        return TwoDrivers.publication(clientA, port, 7, mtu);
    }

    Subscription subscription(int port) {
        return TwoDrivers.subscription(clientB, port, 7);
    }

    @Override
    public void close() {
        clientA.close();
        clientB.close();
        a.close();
        b.close();
        fabric.close();
    }
}
