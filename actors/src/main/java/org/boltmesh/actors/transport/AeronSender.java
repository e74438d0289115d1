package org.boltmesh.actors.transport;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.shards.channel.ChannelEvent;
import org.boltmesh.shards.channel.SendingChannel;
import org.jspecify.annotations.Nullable;

/** A channel's sending end over an Aeron publication of its own. */
final class AeronSender extends AeronEnd implements SendingChannel {
    private final UnsafeBuffer headerView = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer payloadView = new UnsafeBuffer(0, 0);
    private @Nullable ExclusivePublication publication;
    private volatile int frameLengthMax;

    AeronSender(AeronStream stream, Consumer<ChannelEvent> events) {
        super(stream, events);
    }

    @Override
    long register(Aeron client) {
        return client.asyncAddExclusivePublication(stream().uri(), stream().streamId());
    }

    @Override
    boolean install(Aeron client, long registrationId) {
        ExclusivePublication answer = client.getExclusivePublication(registrationId);
        if (answer == null) {
            return false;
        }
        gate().enter();
        try {
            publication = answer;
        } finally {
            gate().leave();
        }
        frameLengthMax = answer.maxPayloadLength();
        return true;
    }

    @Override
    void cancel(Aeron client, long registrationId) {
        client.asyncRemovePublication(registrationId);
    }

    @Override
    boolean isDead() {
        return publication == null || publication.isClosed();
    }

    @Override
    void observe() {
        if (publication != null && publication.isConnected()) {
            connected();
        } else {
            broken("the receiver is gone");
        }
    }

    @Override
    void uninstall(boolean closeIt) {
        if (closeIt && publication != null) {
            publication.close();
        }
        publication = null;
    }

    @Override
    public boolean offer(ByteBuffer header, ByteBuffer payload, int offset, int length) {
        if (isClosed() || !gate().tryEnter()) {
            return false;
        }
        try {
            return publication != null && offer(publication, header, payload, offset, length);
        } finally {
            gate().leave();
        }
    }

    private boolean offer(
            ExclusivePublication target,
            ByteBuffer header,
            ByteBuffer payload,
            int offset,
            int length) {
        wrap(headerView, header);
        wrap(payloadView, payload);
        int headerLength = header.limit();
        long position = target.offer(headerView, 0, headerLength, payloadView, offset, length);
        if (position == Publication.ADMIN_ACTION) { // a new term begins: the next try gets it
            position = target.offer(headerView, 0, headerLength, payloadView, offset, length);
        }
        return position > 0;
    }

    // Whether it is the same buffer matters, not what is in it.
    @SuppressWarnings("ReferenceEquality")
    private static void wrap(UnsafeBuffer view, ByteBuffer bytes) {
        if (view.byteBuffer() != bytes) {
            view.wrap(bytes, 0, bytes.capacity());
        }
    }

    @Override
    public int frameLengthMax() {
        return frameLengthMax;
    }
}
