package org.boltmesh.driver;

import static io.aeron.driver.status.SystemCounterDescriptor.BYTES_RECEIVED;
import static io.aeron.driver.status.SystemCounterDescriptor.BYTES_SENT;
import static io.aeron.driver.status.SystemCounterDescriptor.ERRORS;
import static io.aeron.driver.status.SystemCounterDescriptor.INVALID_PACKETS;
import static io.aeron.driver.status.SystemCounterDescriptor.NAK_MESSAGES_SENT;
import static io.aeron.driver.status.SystemCounterDescriptor.RETRANSMITS_SENT;

import io.aeron.CncFileDescriptor;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.SystemCounterDescriptor;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.IoUtil;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.boltmesh.driver.endpoint.RdmaReceiveEndpoint;
import org.boltmesh.driver.endpoint.RdmaSendEndpoint;
import org.boltmesh.driver.mesh.Mesh;
import org.boltmesh.driver.mesh.MeshSettings;
import org.boltmesh.driver.mesh.MeshView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aeron's media driver with endpoints of ours, whose datagrams go by RDMA to peers with a link that
 * is up, and else by UDP, unauthenticated, between the addresses that its clients name. It has one
 * thread, which yields and then parks, since the cores belong to the engines. Its directory is
 * locked while it lives, readable by its owner only, and removed with it. Thread-safe.
 */
public final class RdmaMediaDriver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RdmaMediaDriver.class);

    /** A repair that is lost is asked for again within a millisecond, instead of ten. */
    private static final int NAK_RETRY_RATIO = 10;

    private static final long NAK_DELAY_NS = TimeUnit.MICROSECONDS.toNanos(100);

    /** So that the second request is not taken for a double of the first. */
    private static final long RETRANSMIT_LINGER_NS = TimeUnit.MICROSECONDS.toNanos(800);

    private static final String ITERATION_PROPERTY = "org.agrona.transport.iteration.threshold";

    static {
        // With more endpoints than this, Aeron would ask a selector instead of the endpoints.
        if (System.getProperty(ITERATION_PROPERTY) == null) {
            System.setProperty(ITERATION_PROPERTY, String.valueOf(Integer.MAX_VALUE));
        }
    }

    private final DirectoryLock lock;
    private final MediaDriver driver;
    private final Mesh mesh;
    private final DriverLoop loop;
    private final Optional<AgentRunner> runner;
    private final PeerBytes peerBytes;
    private final DriverErrors errors;
    private final MappedByteBuffer cnc;
    private final ManyToOneRingBuffer commands;
    private boolean closed;

    private RdmaMediaDriver(
            DirectoryLock lock,
            MediaDriver driver,
            Mesh mesh,
            PeerBytes peerBytes,
            DriverErrors errors,
            boolean isInvoked) {
        this.lock = lock;
        this.driver = driver;
        this.mesh = mesh;
        this.peerBytes = peerBytes;
        this.errors = errors;
        cnc =
                IoUtil.mapExistingFile(
                        Path.of(driver.aeronDirectoryName(), CncFileDescriptor.CNC_FILE).toFile(),
                        "cnc");
        commands =
                new ManyToOneRingBuffer(
                        CncFileDescriptor.createToDriverBuffer(
                                cnc, CncFileDescriptor.createMetaDataBuffer(cnc)));
        mesh.showIn(driver.context().countersManager());
        loop = new DriverLoop(mesh, driver.sharedAgentInvoker(), errors);
        runner =
                isInvoked
                        ? Optional.empty()
                        : Optional.of(new AgentRunner(new RestingIdle(), errors, null, loop));
        runner.ifPresentOrElse(AgentRunner::startOnThread, loop::onStart);
    }

    /**
     * Starts a driver; what a dead one left in its directory is removed.
     *
     * @param onTermination called when it ends by itself, by one of its own threads
     * @throws MediaDriverException when the directory is taken, or cannot be used
     */
    public static RdmaMediaDriver launch(MediaDriverOptions options, Runnable onTermination) {
        return launch(
                options,
                onTermination,
                false,
                SystemNanoClock.INSTANCE,
                () -> RdmaDevices.open(options.rdma(), System::nanoTime));
    }

    /**
     * Starts a driver without a thread: whoever calls this calls {@link #doWork} and {@link
     * #close}, too, always on the same thread.
     *
     * @throws MediaDriverException as {@link #launch}
     */
    public static RdmaMediaDriver invoked(MediaDriverOptions options) {
        return invoked(options, SystemNanoClock.INSTANCE);
    }

    /** With a clock in nanoseconds, which a simulated fabric takes, too. */
    static RdmaMediaDriver invoked(MediaDriverOptions options, NanoClock clock) {
        return invoked(options, clock, () -> RdmaDevices.open(options.rdma(), clock::nanoTime));
    }

    /** With devices of the caller's. */
    static RdmaMediaDriver invoked(
            MediaDriverOptions options, NanoClock clock, Supplier<RdmaDevices> devices) {
        return launch(options, () -> {}, true, clock, devices);
    }

    private static RdmaMediaDriver launch(
            MediaDriverOptions options,
            Runnable onTermination,
            boolean isInvoked,
            NanoClock clock,
            Supplier<RdmaDevices> devices) {
        DirectoryLock lock = DirectoryLock.take(options.aeronDirectory());
        try {
            return launch(options, lock, onTermination, isInvoked, clock, devices);
        } catch (RuntimeException e) {
            release(lock);
            throw e instanceof MediaDriverException
                    ? e
                    : new MediaDriverException(
                            "cannot start a media driver in %s: %s"
                                    .formatted(options.aeronDirectory(), e.getMessage()));
        } catch (InternalError e) { // how Java tells of memory that is not there
            IoUtil.delete(options.aeronDirectory().toFile(), true);
            release(lock);
            throw new MediaDriverException(
                    "no memory is left for the files in %s (%s): free some there, or make it larger"
                            .formatted(options.aeronDirectory(), e.getMessage()));
        }
    }

    private static RdmaMediaDriver launch(
            MediaDriverOptions options,
            DirectoryLock lock,
            Runnable onTermination,
            boolean isInvoked,
            NanoClock clock,
            Supplier<RdmaDevices> devices) {
        AeronDirectory.checkIsFree(options.aeronDirectory());
        var peerBytes = new PeerBytes();
        var errors = new DriverErrors();
        Mesh mesh = mesh(options.rdma(), devices.get(), clock, errors);
        try {
            MediaDriver driver =
                    MediaDriver.launch(
                            context(options, mesh, peerBytes)
                                    .nanoClock(mesh::nowNs)
                                    .errorHandler(errors)
                                    .terminationHook(onTermination));
            keepPrivate(options.aeronDirectory());
            return new RdmaMediaDriver(lock, driver, mesh, peerBytes, errors, isInvoked);
        } catch (RuntimeException | InternalError e) {
            mesh.close();
            throw e;
        }
    }

    private static Mesh mesh(
            RdmaOptions options, RdmaDevices devices, NanoClock clock, DriverErrors errors) {
        return new Mesh(
                MeshSettings.of(options.bind(), options.suspectAfterMs()),
                devices.provider(),
                devices.problem(),
                clock::nanoTime,
                errors);
    }

    private static MediaDriver.Context context(
            MediaDriverOptions options, Mesh mesh, PeerBytes peerBytes) {
        return new MediaDriver.Context()
                .aeronDirectoryName(options.aeronDirectory().toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.INVOKER)
                .mtuLength(options.mtuLengthBytes())
                .ipcMtuLength(options.ipcMtuLengthBytes())
                .publicationTermBufferLength(options.termLengthBytes())
                .ipcTermBufferLength(options.termLengthBytes())
                .nakUnicastDelayNs(NAK_DELAY_NS)
                .nakUnicastRetryDelayRatio(NAK_RETRY_RATIO)
                .retransmitUnicastLingerNs(RETRANSMIT_LINGER_NS)
                .sendChannelEndpointSupplier(
                        (channel, status, context) ->
                                new RdmaSendEndpoint(
                                        channel,
                                        status,
                                        context,
                                        mesh,
                                        peerBytes.of(channel.remoteData())))
                .receiveChannelEndpointSupplier(
                        (channel, dispatcher, status, context) ->
                                new RdmaReceiveEndpoint(
                                        channel, dispatcher, status, context, mesh));
    }

    private static void keepPrivate(Path aeronDirectory) {
        try {
            Files.setPosixFilePermissions(
                    aeronDirectory, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new MediaDriverException(
                    "cannot set mode rwx------ of %s: %s"
                            .formatted(aeronDirectory, e.getMessage()));
        }
    }

    /** One turn of a driver that is invoked; returns how much there was to do. */
    public int doWork() {
        return loop.doWork();
    }

    /** Aeron's agents of a driver that is invoked, for clients on the same thread. */
    public AgentInvoker invoker() {
        return driver.sharedAgentInvoker();
    }

    /** The directory that clients name. */
    public Path aeronDirectory() {
        return Path.of(driver.aeronDirectoryName());
    }

    /** What it has done so far; empty once it is closed. */
    public synchronized Optional<DriverEvent.Heartbeat> heartbeat() {
        return closed ? Optional.empty() : Optional.of(currentHeartbeat());
    }

    private DriverEvent.Heartbeat currentHeartbeat() {
        return new DriverEvent.Heartbeat(
                System.currentTimeMillis() - commands.consumerHeartbeatTime(),
                count(BYTES_SENT),
                count(BYTES_RECEIVED),
                count(RETRANSMITS_SENT),
                count(NAK_MESSAGES_SENT),
                new DriverEvent.Faults(count(ERRORS), count(INVALID_PACKETS), errors.last()),
                peerBytes.peers(),
                mesh.status());
    }

    private long count(SystemCounterDescriptor counter) {
        return driver.context().systemCounters().get(counter).get();
    }

    /** Tells who the peers are; what cannot be used is told in the heartbeat. */
    public void join(MeshView view) {
        mesh.join(view);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            IoUtil.unmap(cnc);
            runner.ifPresentOrElse(AgentRunner::close, loop::onClose);
            driver.close();
            release(lock);
        }
    }

    private static void release(DirectoryLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn("cannot remove the lock of a driver's directory", e);
        }
    }
}
