package org.boltmesh.driver.fabric;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;
import org.boltmesh.driver.verbs.VerbsException;
import org.boltmesh.driver.verbs.VerbsProvider;

/**
 * What a verbs library says of this machine's devices.
 *
 * @param problems sentences about calls that failed or hung
 */
public record VerbsInspection(
        LibraryState library, List<DeviceFacts> devices, List<String> problems) {
    private static final int PORT = 1;

    public VerbsInspection {
        devices = List.copyOf(devices);
        problems = List.copyOf(problems);
    }

    /**
     * Opens and asks each device. A call that hangs is left behind on its thread, since it cannot
     * be interrupted; what was learnt before it counts.
     */
    public static VerbsInspection of(VerbsProvider provider, Duration deadline)
            throws InterruptedException {
        List<DeviceFacts> devices = new CopyOnWriteArrayList<>();
        List<String> problems = new CopyOnWriteArrayList<>();
        CompletableFuture<LibraryState> library = new CompletableFuture<>();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Runnable work =
                () -> {
                    library.complete(inspect(provider, devices, problems));
                    ended.complete(true);
                };
        Thread.ofPlatform()
                .daemon()
                .name("verbs-inspection")
                .uncaughtExceptionHandler((_, failure) -> ended.completeExceptionally(failure))
                .start(work);
        awaitEnd(ended, deadline, problems);
        return new VerbsInspection(
                library.getNow(new LibraryState.Unknown("the RDMA library does not answer")),
                devices,
                problems);
    }

    private static void awaitEnd(
            CompletableFuture<Boolean> ended, Duration deadline, List<String> problems)
            throws InterruptedException {
        try {
            ended.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            problems.add(
                    "a call to the RDMA library did not return within %d ms"
                            .formatted(deadline.toMillis()));
        } catch (ExecutionException e) {
            problems.add("the RDMA library failed: " + e.getCause());
        }
    }

    private static LibraryState inspect(
            VerbsProvider provider, List<DeviceFacts> devices, List<String> problems) {
        Availability availability = provider.availability();
        if (!availability.available()) {
            return new LibraryState.Missing(availability.reason());
        }
        for (String name : provider.deviceNames()) {
            devices.add(device(provider, name, problems));
        }
        return new LibraryState.Found(availability.reason());
    }

    private static DeviceFacts device(VerbsProvider provider, String name, List<String> problems) {
        try (Device device = Device.open(provider, name, new RegisteredMemoryBudget(0))) {
            return new DeviceFacts(
                    name,
                    Optional.of(device.queryPort(PORT).state()),
                    Optional.of(gids(device)),
                    Optional.of(device.attributes()),
                    domain(device));
        } catch (VerbsException e) {
            problems.add(String.valueOf(e.getMessage()));
            return DeviceFacts.named(name);
        }
    }

    private static List<GidEntry> gids(Device device) {
        List<Gid> table = device.queryGids(PORT);
        List<GidEntry> used = new ArrayList<>();
        for (int index = 0; index < table.size(); index++) {
            if (!table.get(index).equals(Gid.NONE)) {
                used.add(new GidEntry(index, table.get(index)));
            }
        }
        return used;
    }

    private static DeviceFacts.Domain domain(Device device) {
        try {
            device.allocateProtectionDomain().close();
            return DeviceFacts.Domain.GRANTED;
        } catch (VerbsException _) {
            // Its own verdict says so.
            return DeviceFacts.Domain.REFUSED;
        }
    }

    /** The facts of a node, with what the library says in place of what tools said of it. */
    public NodeFacts completing(NodeFacts node) {
        List<DeviceFacts> all = new ArrayList<>(devices);
        node.rdma().devices().stream()
                .filter(told -> devices.stream().noneMatch(own -> own.name().equals(told.name())))
                .forEach(all::add);
        List<String> allProblems = new ArrayList<>(node.problems());
        allProblems.addAll(problems);
        return new NodeFacts(
                node.name(),
                node.macOs(),
                node.sleepMinutes(),
                new NodeFacts.Rdma(node.rdma().system(), library, all),
                node.thunderbolt(),
                node.interfaces(),
                allProblems);
    }
}
