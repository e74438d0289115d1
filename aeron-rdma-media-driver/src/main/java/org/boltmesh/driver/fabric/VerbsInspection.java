package org.boltmesh.driver.fabric;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
        Progress progress = new Progress();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Runnable work =
                () -> {
                    inspect(provider, progress);
                    ended.complete(true);
                };
        Thread.ofPlatform()
                .daemon()
                .name("verbs-inspection")
                .uncaughtExceptionHandler((_, failure) -> ended.completeExceptionally(failure))
                .start(work);
        try {
            ended.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            progress.problem(
                    "a call to the RDMA library did not return within %d ms"
                            .formatted(deadline.toMillis()));
        } catch (ExecutionException e) {
            progress.problem("the RDMA library failed: " + e.getCause());
        }
        return progress.result();
    }

    /** What is known so far; written by the inspecting thread, read by the waiting one. */
    private static final class Progress {
        private final Map<String, DeviceFacts> devices = new LinkedHashMap<>();
        private final List<String> problems = new ArrayList<>();
        private LibraryState library = new LibraryState.Unknown("the RDMA library does not answer");

        synchronized void library(LibraryState state) {
            library = state;
        }

        synchronized void device(DeviceFacts device) {
            devices.put(device.name(), device);
        }

        synchronized void problem(String sentence) {
            problems.add(sentence);
        }

        synchronized VerbsInspection result() {
            return new VerbsInspection(library, List.copyOf(devices.values()), problems);
        }
    }

    private static void inspect(VerbsProvider provider, Progress progress) {
        Availability availability = provider.availability();
        if (!availability.available()) {
            progress.library(new LibraryState.Missing(availability.reason()));
            return;
        }
        List<String> names = provider.deviceNames();
        names.forEach(name -> progress.device(DeviceFacts.named(name)));
        progress.library(new LibraryState.Found(availability.reason()));
        names.forEach(name -> inspect(provider, name, progress));
    }

    private static void inspect(VerbsProvider provider, String name, Progress progress) {
        try (Device device = Device.open(provider, name, new RegisteredMemoryBudget(0))) {
            progress.device(
                    new DeviceFacts(
                            name,
                            Optional.of(device.queryPort(PORT).state()),
                            Optional.of(gids(device)),
                            Optional.of(device.attributes()),
                            domain(device)));
        } catch (VerbsException e) {
            progress.problem(String.valueOf(e.getMessage()));
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
