package org.boltmesh.driver.verbs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a device and its objects share: its thread, limits and the list of what is open, in order.
 */
final class Owned {
    /** In the order of closing. macOS fails unmaps in any other. */
    enum Kind {
        QUEUE_PAIR,
        REGION,
        COMPLETION_QUEUE,
        PROTECTION_DOMAIN
    }

    /** Something open: how to close it, and what throws while another thread uses it. */
    private record Child(Runnable close, Runnable checkReleased) {}

    private final Thread deviceThread = Thread.currentThread();
    private final Map<Kind, Map<Object, Child>> children = new EnumMap<>(Kind.class);
    private final VerbsProvider provider;
    private final String device;
    private final DeviceAttributes attributes;
    private final RegisteredMemoryBudget budget;
    private final DeviceLedger ledger;
    private boolean closed;

    Owned(
            VerbsProvider provider,
            String device,
            DeviceAttributes attributes,
            RegisteredMemoryBudget budget) {
        this.provider = provider;
        this.device = device;
        this.attributes = attributes;
        this.budget = budget;
        this.ledger = new DeviceLedger(device, attributes.maxQueuePairs(), attributes.maxRegions());
        for (Kind kind : Kind.values()) {
            children.put(kind, new LinkedHashMap<>());
        }
    }

    /** Closes what is only half open and gives back the failure that made it so. */
    static VerbsException closingAfter(VerbsException failure, Runnable close) {
        try {
            close.run();
        } catch (VerbsException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    String device() {
        return device;
    }

    Manners manners() {
        return provider.manners();
    }

    int pageBytes() {
        return provider.pageBytes();
    }

    DeviceAttributes attributes() {
        return attributes;
    }

    RegisteredMemoryBudget budget() {
        return budget;
    }

    DeviceLedger ledger() {
        return ledger;
    }

    void checkThread() {
        if (Thread.currentThread() != deviceThread) {
            throw new IllegalStateException(
                    "%s belongs to its device thread %s, used by %s"
                            .formatted(
                                    device,
                                    deviceThread.getName(),
                                    Thread.currentThread().getName()));
        }
        if (closed) {
            throw new IllegalStateException(device + " is closed");
        }
    }

    void add(Kind kind, Object child, Runnable close, Runnable checkReleased) {
        of(kind).put(child, new Child(close, checkReleased));
    }

    void remove(Kind kind, Object child) {
        of(kind).remove(child);
    }

    void closeAll(Runnable closeContext) {
        if (closed) {
            return;
        }
        checkThread();
        List<Child> open =
                children.values().stream().flatMap(all -> all.values().stream()).toList();
        open.forEach(child -> child.checkReleased.run());
        List<Runnable> steps = new ArrayList<>();
        open.forEach(child -> steps.add(child.close));
        steps.add(closeContext);
        @Nullable VerbsException first = null;
        for (Runnable step : steps) {
            first = run(step, first);
        }
        closed = true;
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable VerbsException run(Runnable step, @Nullable VerbsException first) {
        try {
            step.run();
            return first;
        } catch (VerbsException e) {
            if (first == null) {
                return e;
            }
            first.addSuppressed(e);
            return first;
        }
    }

    private Map<Object, Child> of(Kind kind) {
        return children.getOrDefault(kind, Map.of());
    }
}
