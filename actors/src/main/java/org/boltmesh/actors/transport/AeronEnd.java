package org.boltmesh.actors.transport;

import io.aeron.Aeron;
import io.aeron.exceptions.RegistrationException;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.boltmesh.shards.channel.Channel;
import org.boltmesh.shards.channel.ChannelEvent;
import org.jspecify.annotations.Nullable;

/**
 * What both ends of a channel have in common: it is registered with each new client of the driver,
 * and watched. All but the methods of {@link Channel} are called by the transport's own thread.
 */
abstract sealed class AeronEnd implements Channel permits AeronSender, AeronReceiver {
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final AeronStream stream;
    private final Consumer<ChannelEvent> events;
    private final Gate gate = new Gate();
    private OptionalLong registration = OptionalLong.empty();
    private boolean installed;
    private String failure = "";
    private long retryNs;
    private volatile boolean connected;
    private volatile long incarnation;
    private volatile boolean closed;

    AeronEnd(AeronStream stream, Consumer<ChannelEvent> events) {
        this.stream = stream;
        this.events = events;
    }

    /** Asks the driver for what this end needs; returns the id of the request. */
    abstract long register(Aeron client);

    /** Takes the driver's answer into use; false where it has not come yet. */
    abstract boolean install(Aeron client, long registrationId);

    /** Gives up a request that was not answered yet. */
    abstract void cancel(Aeron client, long registrationId);

    /** Whether Aeron closed it under us, as when its port cannot be bound. */
    abstract boolean isDead();

    /** Looks at the stream: whether it is connected, and whether it is still the same one. */
    abstract void observe();

    /** Lets go of everything of Aeron; it is closed where {@code closeIt} says so. */
    abstract void uninstall(boolean closeIt);

    final AeronStream stream() {
        return stream;
    }

    final Gate gate() {
        return gate;
    }

    /** One look at the end while a client is there. */
    final void maintain(Aeron client, long nowNs, String lastError) {
        if (installed && isDead()) {
            fail(lastError, nowNs);
        } else if (installed) {
            observe();
        } else if (registration.isPresent()) {
            awaitAnswer(client, registration.getAsLong(), nowNs);
        } else if (failure.isEmpty() || nowNs - retryNs >= 0) {
            registration = OptionalLong.of(register(client));
        }
    }

    private void awaitAnswer(Aeron client, long registrationId, long nowNs) {
        try {
            installed = install(client, registrationId);
        } catch (RegistrationException e) {
            fail(String.valueOf(e.getMessage()), nowNs);
            return;
        }
        if (installed) {
            registration = OptionalLong.empty();
            observe();
        }
    }

    /** Tells a new reason once, and tries again after a second. */
    private void fail(String reason, long nowNs) {
        boolean isKnown = connected || failure.equals(reason);
        detach(reason);
        failure = reason;
        retryNs = nowNs + RETRY_NS;
        if (!isKnown) {
            events.accept(new ChannelEvent.ChannelBroken(name(), incarnation, reason));
        }
    }

    /** Lets go of a client that is gone. */
    final void detach(String reason) {
        letGo(false);
        failure = "";
        broken(reason);
    }

    private void letGo(boolean closeIt) {
        gate.enter();
        try {
            uninstall(closeIt);
        } finally {
            gate.leave();
        }
        installed = false;
        registration = OptionalLong.empty();
    }

    /** Lets go for good, as {@link #close} asked. */
    final void release(@Nullable Aeron client) {
        if (client != null) {
            registration.ifPresent(id -> cancel(client, id));
        }
        letGo(true);
        connected = false;
    }

    final void connected() {
        if (!connected) {
            connected = true;
            failure = "";
            events.accept(new ChannelEvent.ChannelConnected(name(), incarnation));
        }
    }

    final void broken(String reason) {
        if (connected) {
            connected = false;
            lost(reason);
        }
    }

    /** Frames are lost, whether or not it was connected before. */
    final void lost(String reason) {
        long ended = incarnation;
        incarnation = ended + 1;
        events.accept(new ChannelEvent.ChannelBroken(name(), ended, reason));
    }

    private String name() {
        return stream.toString();
    }

    final boolean isClosed() {
        return closed;
    }

    @Override
    public final boolean isConnected() {
        return connected;
    }

    @Override
    public final long incarnation() {
        return incarnation;
    }

    @Override
    public final void close() {
        closed = true;
    }
}
