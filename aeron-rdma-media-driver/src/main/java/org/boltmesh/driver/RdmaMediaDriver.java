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
import org.agrona.IoUtil;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aeron's media driver with our context. It has one thread, which yields and then parks, since the
 * cores belong to the engines; datagrams go by UDP, unauthenticated, between the addresses that its
 * clients name. Its directory is locked while it lives, readable by its owner only, and removed
 * with it. Thread-safe.
 */
public final class RdmaMediaDriver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RdmaMediaDriver.class);

    private final DirectoryLock lock;
    private final MediaDriver driver;
    private final PeerBytes peerBytes;
    private final DriverErrors errors;
    private final MappedByteBuffer cnc;
    private final ManyToOneRingBuffer commands;
    private boolean closed;

    private RdmaMediaDriver(
            DirectoryLock lock, MediaDriver driver, PeerBytes peerBytes, DriverErrors errors) {
        this.lock = lock;
        this.driver = driver;
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
    }

    /**
     * Starts a driver; what a dead one left in its directory is removed.
     *
     * @param onTermination called when it ends by itself, by one of its own threads
     * @throws MediaDriverException when the directory is taken, or cannot be used
     */
    public static RdmaMediaDriver launch(MediaDriverOptions options, Runnable onTermination) {
        DirectoryLock lock = DirectoryLock.take(options.aeronDirectory());
        try {
            return launch(options, lock, onTermination);
        } catch (RuntimeException e) {
            release(lock);
            throw e instanceof MediaDriverException
                    ? e
                    : new MediaDriverException(
                            "cannot start a media driver in %s: %s"
                                    .formatted(options.aeronDirectory(), e.getMessage()));
        }
    }

    private static RdmaMediaDriver launch(
            MediaDriverOptions options, DirectoryLock lock, Runnable onTermination) {
        AeronDirectory.checkIsFree(options.aeronDirectory());
        var peerBytes = new PeerBytes();
        var errors = new DriverErrors();
        MediaDriver driver =
                MediaDriver.launch(
                        context(options, peerBytes)
                                .errorHandler(errors)
                                .terminationHook(onTermination));
        keepPrivate(options.aeronDirectory());
        return new RdmaMediaDriver(lock, driver, peerBytes, errors);
    }

    private static MediaDriver.Context context(MediaDriverOptions options, PeerBytes peerBytes) {
        return new MediaDriver.Context()
                .aeronDirectoryName(options.aeronDirectory().toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new RestingIdle())
                .mtuLength(options.mtuLengthBytes())
                .ipcMtuLength(options.ipcMtuLengthBytes())
                .publicationTermBufferLength(options.termLengthBytes())
                .ipcTermBufferLength(options.termLengthBytes())
                .sendChannelEndpointSupplier(
                        (channel, status, context) ->
                                new CountingSendEndpoint(channel, status, context, peerBytes));
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
                MeshStatus.OFF);
    }

    private long count(SystemCounterDescriptor counter) {
        return driver.context().systemCounters().get(counter).get();
    }

    /** Tells who the peers are. */
    public void join(MeshView view) {
        LOG.info("peers: {}", view.peers());
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            IoUtil.unmap(cnc);
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
