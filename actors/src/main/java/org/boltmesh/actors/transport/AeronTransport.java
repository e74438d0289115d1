package org.boltmesh.actors.transport;

import io.aeron.Aeron;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.ErrorHandler;
import org.boltmesh.driver.AeronDirectory;
import org.boltmesh.shards.channel.ChannelEvent;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's connection to its media driver, and the channels over it. A driver that is not there
 * yet is waited for; when it dies all channels break, and come back with the next driver, in the
 * same directory or where it is told. Thread-safe; a thread of its own does the waiting and tells
 * the events.
 */
public final class AeronTransport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AeronTransport.class);
    private static final Duration TICK = Duration.ofMillis(20);
    private static final Duration RETRY = Duration.ofMillis(250);

    /** How long a driver may be silent before Aeron gives it up; its death is seen at once. */
    private static final Duration DRIVER_TIMEOUT = Duration.ofSeconds(10);

    /**
     * How long Aeron leaves its memory mapped when it gives up by itself, while a frame is sent.
     */
    private static final Duration CLOSE_LINGER = Duration.ofMillis(200);

    private final Consumer<ChannelEvent> events;
    private final List<AeronEnd> ends = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "aeron-channels");
    private @Nullable Aeron client;
    private @Nullable ProcessHandle driver;
    private long retryNs = System.nanoTime();
    private Path clientDirectory;
    private volatile Path aeronDirectory;
    private volatile String lastError = "";
    private volatile boolean connected;

    private AeronTransport(Path aeronDirectory, Consumer<ChannelEvent> events) {
        this.aeronDirectory = aeronDirectory;
        clientDirectory = aeronDirectory;
        this.events = events;
    }

    /**
     * A transport over the driver that lives in this directory, or will.
     *
     * @param events hears what happens to channels; called by one thread, which must not block
     */
    public static AeronTransport open(Path aeronDirectory, Consumer<ChannelEvent> events) {
        var transport = new AeronTransport(aeronDirectory, events);
        transport.thread.setDaemon(true);
        transport.thread.start();
        return transport;
    }

    /** The sending end of a stream; it connects by itself. */
    public SendingChannel sender(AeronStream stream) {
        var sender = new AeronSender(stream, events);
        ends.add(sender);
        return sender;
    }

    /** The receiving end of a stream; it connects by itself. */
    public ReceivingChannel receiver(AeronStream stream) {
        var receiver = new AeronReceiver(stream, events);
        ends.add(receiver);
        return receiver;
    }

    /** Uses the driver of another directory from now on; channels break and come back there. */
    public void moveTo(Path otherDirectory) {
        aeronDirectory = otherDirectory;
    }

    /** Whether the driver is there, as far as is known. */
    public boolean isConnected() {
        return connected;
    }

    private void run() {
        try {
            while (!stopping.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                turn(System.nanoTime());
            }
        } catch (InterruptedException _) {
            LOG.debug("interrupted: the transport ends");
        }
        stop();
    }

    /** One look at everything. What goes wrong with Aeron here is tried again. */
    private void turn(long nowNs) {
        try {
            releaseClosed();
            if (client == null) {
                connect(nowNs);
            } else if (client.isClosed() || driver == null || !driver.isAlive()) {
                disconnect(client, "the media driver is gone");
            } else if (!clientDirectory.equals(aeronDirectory)) {
                disconnect(client, "the media driver was replaced");
            } else {
                maintain(client, nowNs);
            }
        } catch (RuntimeException e) {
            LOG.warn("trouble with the media driver in {}", aeronDirectory, e);
            retryNs = nowNs + RETRY.toNanos();
        }
    }

    private void releaseClosed() {
        List<AeronEnd> closed = ends.stream().filter(AeronEnd::isClosed).toList();
        closed.forEach(end -> end.release(client));
        ends.removeAll(closed);
    }

    private void maintain(Aeron current, long nowNs) {
        for (AeronEnd end : ends) {
            end.maintain(current, nowNs, lastError);
        }
    }

    /** Aeron would take a driver that was just killed for alive: the process is asked for first. */
    private void connect(long nowNs) {
        Path directory = aeronDirectory;
        if (nowNs - retryNs < 0 && directory.equals(clientDirectory)) {
            return;
        }
        clientDirectory = directory;
        retryNs = nowNs + RETRY.toNanos();
        OptionalLong pid = AeronDirectory.driverPid(directory);
        if (pid.isEmpty()) {
            return;
        }
        driver = ProcessHandle.of(pid.getAsLong()).orElse(null);
        client = Aeron.connect(context(directory, this::onError));
        connected = true;
        LOG.info("connected to media driver {} in {}", pid.getAsLong(), directory);
    }

    private static Aeron.Context context(Path directory, ErrorHandler onError) {
        return new Aeron.Context()
                .aeronDirectoryName(directory.toString())
                .driverTimeoutMs(DRIVER_TIMEOUT.toMillis())
                .closeLingerDurationNs(CLOSE_LINGER.toNanos())
                .errorHandler(onError)
                .subscriberErrorHandler(AeronTransport::rethrow);
    }

    private void onError(Throwable error) {
        lastError = error.toString();
        LOG.warn("Aeron reports: {}", lastError);
    }

    /** What a frame's handler throws is its caller's. */
    private static void rethrow(Throwable error) {
        switch (error) {
            case RuntimeException unchecked -> throw unchecked;
            case Error fatal -> throw fatal;
            default -> throw new IllegalStateException(error);
        }
    }

    private void disconnect(Aeron current, String reason) {
        connected = false;
        LOG.info("{}: {}", clientDirectory, reason);
        for (AeronEnd end : ends) {
            end.detach(reason);
        }
        client = null;
        current.close();
        retryNs = System.nanoTime();
    }

    private void stop() {
        if (client != null) {
            ends.forEach(end -> end.release(client));
            client.close();
            client = null;
        }
        connected = false;
    }

    /** Hangs up; its channels end with it, without an event. */
    @Override
    public void close() {
        ends.forEach(AeronEnd::close);
        stopping.countDown();
        try {
            thread.join(DRIVER_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
