package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees what dead owners left in the tables that a provider knows, and their files. Its own thread
 * does so all the time, so that a peer's death soon is silence; whoever finds a table full does it
 * at once.
 */
final class Reaper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int PASSES_PER_SWEEP = 50;
    private static final Duration UNFINISHED_MAX = Duration.ofSeconds(10);

    private final Station station;
    private final List<DeviceTable> tables;
    private final Grace grace;
    private final Thread thread;
    private List<Slot> abandoned = List.of();
    private BooleanSupplier gracePast = () -> true;
    private volatile boolean closed;

    Reaper(Station station, List<DeviceTable> tables) {
        this.station = station;
        this.tables = tables;
        this.grace = new Grace(station, tables);
        this.thread = Thread.ofPlatform().daemon().name("simulated-reaper").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        for (long pass = 0; !closed; pass++) {
            try {
                if (reap() || pass % PASSES_PER_SWEEP == 0) {
                    sweep();
                }
            } catch (UncheckedIOException e) {
                LOG.warn("cannot free what dead processes left in {}", station.folder(), e);
            }
            LockSupport.parkNanos(PERIOD_NS);
        }
    }

    /**
     * Frees the objects of dead owners.
     *
     * @return whether there were any, or some from before are free now
     */
    synchronized boolean reap() {
        Map<Long, Boolean> alive = new HashMap<>();
        boolean found = false;
        for (DeviceTable table : tables) {
            found |= table.slots().filter(slot -> adopt(slot, alive)).count() > 0;
        }
        return freeAbandoned() || found;
    }

    private boolean adopt(Slot slot, Map<Long, Boolean> alive) {
        long owner = slot.owner();
        if (owner == 0
                || owner == station.owner().id()
                || alive.computeIfAbsent(owner, station::isAlive)
                || !slot.adopt(owner, station.owner().id())) {
            return false;
        }
        slot.abandon();
        return true;
    }

    private boolean freeAbandoned() {
        if (abandoned.isEmpty()) {
            abandoned = own().filter(slot -> slot.state() == Slot.ABANDONED).toList();
            if (abandoned.isEmpty()) {
                return false;
            }
            VarHandle.fullFence();
            gracePast = grace.begin();
        }
        if (!gracePast.getAsBoolean()) {
            return false;
        }
        abandoned.forEach(Slot::free);
        abandoned = List.of();
        return true;
    }

    private Stream<Slot> own() {
        return tables.stream()
                .flatMap(DeviceTable::slots)
                .filter(slot -> slot.owner() == station.owner().id());
    }

    /** Frees all that this provider still has; only once nobody uses it any more. */
    synchronized void freeOwn() {
        own().forEach(Slot::abandon);
        VarHandle.fullFence();
        if (grace.await()) {
            own().forEach(Slot::free);
        }
        deleteMemory(station.owner().id());
    }

    private void deleteMemory(long owner) {
        forEachFile(
                file -> {
                    if (Station.ownerOfMemory(name(file)).equals(Long.toHexString(owner))) {
                        Files.deleteIfExists(file);
                    }
                });
    }

    /** Deletes the files of dead owners: memory first, the owner's own last. */
    private void sweep() {
        Map<Long, Boolean> alive = new HashMap<>();
        forEachFile(
                file -> {
                    OptionalLong owner = Owner.parseId(Station.ownerOfMemory(name(file)));
                    if (owner.isPresent()
                            && !alive.computeIfAbsent(owner.getAsLong(), station::isAlive)) {
                        Files.deleteIfExists(file);
                    }
                });
        forEachFile(this::sweepOwner);
    }

    private void sweepOwner(Path file) throws IOException {
        String name = name(file);
        if (!name.startsWith(Owner.PREFIX)) {
            return;
        }
        boolean unfinished = name.endsWith(Owner.UNFINISHED);
        OptionalLong id =
                Owner.parseId(name.replace(Owner.UNFINISHED, "").replace(Owner.PREFIX, ""));
        if (id.isEmpty()) {
            return; // not one of ours
        }
        if (unfinished && Files.getLastModifiedTime(file).toInstant().isAfter(recently())) {
            return;
        }
        if (!Owner.isOurs(id.getAsLong()) && !Owner.isLocked(file)) {
            Files.deleteIfExists(file);
        }
    }

    private static Instant recently() {
        return Instant.now().minus(UNFINISHED_MAX);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    @FunctionalInterface
    private interface FileTask {
        void run(Path file) throws IOException;
    }

    private void forEachFile(FileTask task) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(station.folder(), "*+*")) {
            for (Path file : files) {
                try {
                    task.run(file);
                } catch (NoSuchFileException e) {
                    LOG.debug("another one swept it", e);
                }
            }
        } catch (NoSuchFileException _) {
            return; // the folder is gone: nothing to sweep
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
