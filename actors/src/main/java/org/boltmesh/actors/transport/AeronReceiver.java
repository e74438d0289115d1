package org.boltmesh.actors.transport;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.boltmesh.shards.channel.ChannelEvent;
import org.boltmesh.shards.channel.FrameHandler;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.jspecify.annotations.Nullable;

/** A channel's receiving end over an Aeron subscription. */
final class AeronReceiver extends AeronEnd implements ReceivingChannel {
    private static final FrameHandler NOBODY = (_, _, _) -> false;

    private final ControlledFragmentHandler onFragment = this::onFragment;
    private final TermViews views = new TermViews();
    private FrameHandler handler = NOBODY;
    private @Nullable Subscription subscription;
    private @Nullable Image image;

    AeronReceiver(AeronStream stream, Consumer<ChannelEvent> events) {
        super(stream, events);
    }

    @Override
    long register(Aeron client) {
        return client.asyncAddSubscription(stream().uri(), stream().streamId());
    }

    @Override
    boolean install(Aeron client, long registrationId) {
        Subscription answer = client.getSubscription(registrationId);
        if (answer == null) {
            return false;
        }
        gate().enter();
        try {
            subscription = answer;
        } finally {
            gate().leave();
        }
        return true;
    }

    @Override
    void cancel(Aeron client, long registrationId) {
        client.asyncRemoveSubscription(registrationId);
    }

    @Override
    boolean isDead() {
        return subscription == null || subscription.isClosed();
    }

    /** A stream that we join in its middle, or another one than before, has lost frames. */
    @Override
    void observe() {
        Image current = newestImage();
        if (current == null) {
            image = null;
            broken("the sender is gone");
            return;
        }
        if (current != image) {
            broken("another stream took its place");
            if (current.joinPosition() > 0) {
                lost("joined the stream at position " + current.joinPosition());
            }
            image = current;
        }
        connected();
    }

    private @Nullable Image newestImage() {
        Image newest = null;
        if (subscription != null) {
            for (Image candidate : subscription.images()) {
                if (!candidate.isClosed()
                        && (newest == null || candidate.correlationId() > newest.correlationId())) {
                    newest = candidate;
                }
            }
        }
        return newest;
    }

    @Override
    void uninstall(boolean closeIt) {
        if (closeIt && subscription != null) {
            subscription.close();
        }
        subscription = null;
        image = null;
        views.clear();
    }

    @Override
    public int poll(FrameHandler frameHandler, int framesMax) {
        if (isClosed() || !gate().tryEnter()) {
            return 0;
        }
        try {
            handler = frameHandler;
            return subscription == null ? 0 : subscription.controlledPoll(onFragment, framesMax);
        } finally {
            handler = NOBODY;
            gate().leave();
        }
    }

    private ControlledFragmentHandler.Action onFragment(
            DirectBuffer term, int offset, int length, Header header) {
        ByteBuffer bytes = views.of(term.byteBuffer());
        return handler.onFrame(bytes, term.wrapAdjustment() + offset, length)
                ? ControlledFragmentHandler.Action.CONTINUE
                : ControlledFragmentHandler.Action.ABORT;
    }
}
