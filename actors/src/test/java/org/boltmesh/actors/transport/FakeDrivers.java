package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.jspecify.annotations.Nullable;

/** Drivers that a test lets die, hang, or not start. Their process ids count up from 1. */
final class FakeDrivers implements DriverStarter {
    private final LinkedBlockingQueue<Driver> started = new LinkedBlockingQueue<>();
    private long pids;
    private final LinkedBlockingQueue<Spare> prepared = new LinkedBlockingQueue<>();
    private final boolean hasSpares;
    private volatile String refusal = "";

    FakeDrivers(boolean hasSpares) {
        this.hasSpares = hasSpares;
    }

    @Override
    public Path aeronDirectory() {
        return Path.of("fake");
    }

    @Override
    public boolean hasSpares() {
        return hasSpares;
    }

    @Override
    public synchronized SpareHandle prepare() {
        throwRefusal();
        Spare spare = new Spare(++pids);
        prepared.add(spare);
        return spare;
    }

    @Override
    public synchronized DriverHandle start(Optional<SpareHandle> spare) {
        throwRefusal();
        return spare.map(handle -> handle.begin(aeronDirectory())).orElseGet(this::startNew);
    }

    private void throwRefusal() {
        if (!refusal.isEmpty()) {
            throw new MediaDriverException(refusal);
        }
    }

    private Driver startNew() {
        return started(new Driver(++pids));
    }

    private Driver started(Driver driver) {
        started.add(driver);
        return driver;
    }

    /** No driver starts from now on; an empty reason lets them start again. */
    void refuse(String reason) {
        refusal = reason;
    }

    /** The next driver that was started. */
    Driver next() throws InterruptedException {
        return polled(started, "driver");
    }

    /** The next spare that was prepared. */
    Spare nextSpare() throws InterruptedException {
        return polled(prepared, "spare");
    }

    private static <T> T polled(LinkedBlockingQueue<T> queue, String what)
            throws InterruptedException {
        @Nullable T next = queue.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no " + what + " was started");
        }
        return next;
    }

    /** Becomes a driver with its own process id. */
    final class Spare implements SpareHandle {
        private final long pid;
        private final CompletableFuture<MediaDriverException> loss = new CompletableFuture<>();
        private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

        private Spare(long pid) {
            this.pid = pid;
        }

        void die(String reason) {
            loss.complete(new MediaDriverException(reason));
        }

        void awaitClosed() {
            closed.copy().orTimeout(30, TimeUnit.SECONDS).join();
        }

        @Override
        public DriverHandle begin(Path aeronDirectory) {
            return started(new Driver(pid));
        }

        @Override
        public CompletableFuture<MediaDriverException> loss() {
            return loss;
        }

        @Override
        public long pid() {
            return pid;
        }

        @Override
        public void close() {
            closed.complete(true);
        }
    }

    static final class Driver implements DriverHandle {
        private final long pid;
        private final CompletableFuture<MediaDriverException> loss = new CompletableFuture<>();
        private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
        private final LinkedBlockingQueue<MeshView> views = new LinkedBlockingQueue<>();
        private volatile Duration silence = Duration.ZERO;
        private volatile Optional<DriverEvent.Heartbeat> heartbeat = Optional.empty();

        private Driver(long pid) {
            this.pid = pid;
        }

        void die(String reason) {
            loss.complete(new MediaDriverException(reason));
        }

        void beSilentFor(Duration time) {
            silence = time;
        }

        void beat(long silentMs, DriverEvent.Peer... peers) {
            beat(silentMs, MeshStatus.OFF, peers);
        }

        void beat(long silentMs, MeshStatus mesh, DriverEvent.Peer... peers) {
            heartbeat =
                    Optional.of(
                            new DriverEvent.Heartbeat(
                                    silentMs,
                                    1,
                                    2,
                                    3,
                                    4,
                                    new DriverEvent.Faults(0, 0, ""),
                                    List.of(peers),
                                    mesh));
        }

        void awaitClosed() {
            closed.copy().orTimeout(30, TimeUnit.SECONDS).join();
        }

        boolean isClosed() {
            return closed.isDone();
        }

        @Override
        public long pid() {
            return pid;
        }

        @Override
        public Path aeronDirectory() {
            return Path.of("fake");
        }

        @Override
        public Optional<DriverEvent.Heartbeat> heartbeat() {
            return heartbeat;
        }

        /** The next view that it was told. */
        MeshView nextView() throws InterruptedException {
            @Nullable MeshView view = views.poll(30, TimeUnit.SECONDS);
            if (view == null) {
                throw new AssertionError("the driver was told no view");
            }
            return view;
        }

        @Override
        public void join(MeshView view) {
            views.add(view);
        }

        @Override
        public void ping() {}

        @Override
        public Duration silence() {
            return silence;
        }

        @Override
        public CompletableFuture<MediaDriverException> loss() {
            return loss;
        }

        @Override
        public void close() {
            closed.complete(true);
        }
    }
}
