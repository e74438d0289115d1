package org.boltmesh.driver.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.boltmesh.driver.link.LinkEvent;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.DeviceThread;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A device that links use, and the state of its port. Owned by the driver's loop. */
final class MeshDevice {
    private static final Logger LOG = LoggerFactory.getLogger(MeshDevice.class);
    private static final int PORT = 1;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final String name;
    private final Loop loop;
    private final DeviceThread thread;
    private final List<MeshLink> links = new ArrayList<>();
    private String problem = "";
    private boolean isActive = true;
    private boolean isLooking;
    private long lookedNs;

    MeshDevice(
            VerbsProvider provider,
            String name,
            RegisteredMemoryBudget budget,
            long callDeadlineNs,
            Loop loop,
            LongSupplier clock) {
        this.name = name;
        this.loop = loop;
        lookedNs = clock.getAsLong() - LOOK_NS;
        thread =
                DeviceThread.start(
                        provider, name, budget, callDeadlineNs, clock, this::onQuarantined);
    }

    String name() {
        return name;
    }

    /** What is wrong with it; empty if nothing is. */
    String problem() {
        return problem;
    }

    boolean isQuarantined() {
        return thread.isQuarantined();
    }

    void attach(MeshLink link) {
        links.add(link);
        if (!isActive) {
            link.onEvent(new LinkEvent.PortDown());
        }
    }

    void detach(MeshLink link) {
        links.remove(link);
    }

    /** Has the device thread do something that may block. */
    <T> CompletableFuture<T> submit(String call, Function<Device, T> body) {
        return thread.submit(call, body);
    }

    /** Watches the device thread and the port. */
    void work(long nowNs) {
        thread.checkDeadline(nowNs);
        if (!isLooking && nowNs - lookedNs >= LOOK_NS && !thread.isQuarantined()) {
            isLooking = true;
            lookedNs = nowNs;
            loop.whenDone(
                    submit(
                            "ibv_query_port",
                            device -> device.queryPort(PORT).state() == PortState.ACTIVE),
                    this::onPort,
                    failure -> onPortUnknown(String.valueOf(failure.getMessage())));
        }
    }

    private void onPort(boolean active) {
        isLooking = false;
        problem = active ? "" : "port of %s is not active".formatted(name);
        if (active != isActive) {
            isActive = active;
            tell(active ? new LinkEvent.PortUp() : new LinkEvent.PortDown());
        }
    }

    /** A device that vanished answers no question. */
    private void onPortUnknown(String reason) {
        onPort(false);
        if (!problem.equals(reason)) {
            problem = reason;
        }
    }

    private void onQuarantined(VerbsException cause) {
        LOG.error("device {} is given up", name, cause);
        problem = String.valueOf(cause.getMessage());
        tell(new LinkEvent.DeviceQuarantined(problem));
    }

    private void tell(LinkEvent event) {
        for (MeshLink link : List.copyOf(links)) {
            link.onEvent(event);
        }
    }

    /** Closes it after everything else that was submitted. */
    CompletableFuture<Boolean> shutDown() {
        return thread.shutDown();
    }
}
