package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.boltmesh.shards.channel.MessageBreak;
import org.boltmesh.shards.channel.MessageHandler;
import org.boltmesh.shards.channel.MessageLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An outlet and an inlet to the same neighbour, over numbered messages. Not thread-safe.
 *
 * <p>Each message arrives once. A step that the head sends again is another message, which has to
 * arrive again.
 */
final class FramedLink implements Outlet, Inlet {
    private static final Logger LOG = LoggerFactory.getLogger(FramedLink.class);
    private static final Handler NOBODY = (_, _) -> {};

    private final String name;
    private final MessageLink link;
    private final LongSupplier clock;
    private final boolean isPolled;
    private final MessageHandler onMessage = new Messages();
    private Handler handler = NOBODY;
    private MemorySegment sent = MemorySegment.NULL;
    private ByteBuffer sentBytes = ByteBuffer.allocateDirect(0);
    private MemorySegment received = MemorySegment.NULL;
    private ByteBuffer receivedBytes = ByteBuffer.allocateDirect(0);

    /**
     * A link that owns the one below.
     *
     * @param name for the log
     * @param clock nanoseconds, as {@link System#nanoTime()}
     * @param isPolled whether somebody takes messages from it; else it polls by itself
     */
    FramedLink(String name, MessageLink link, LongSupplier clock, boolean isPolled) {
        this.name = name;
        this.link = link;
        this.clock = clock;
        this.isPolled = isPolled;
    }

    @Override
    public boolean offer(MemorySegment message, long lengthBytes) {
        if (!message.equals(sent)) {
            sent = message;
            sentBytes = message.asByteBuffer();
        }
        int type = MessageHeader.type(message);
        boolean isTaken = link.offer(type, sentBytes, 0, Math.toIntExact(lengthBytes));
        if (isTaken) {
            doWork();
        }
        return isTaken;
    }

    @Override
    public int doWork() {
        int polled = isPolled ? 0 : link.poll();
        int work = link.doWork(clock.getAsLong());
        int more = work;
        while (more > 0 && !link.isAllSent()) {
            more = link.doWork(clock.getAsLong());
            work += more;
        }
        return polled + work;
    }

    @Override
    public int poll(Handler newHandler) {
        handler = newHandler;
        int polled = link.poll(onMessage);
        return polled + doWork();
    }

    @SuppressWarnings("ReferenceEquality") // the same buffer, whatever it holds
    private void onMessage(ByteBuffer bytes, int lengthBytes) {
        if (bytes != receivedBytes) {
            receivedBytes = bytes;
            received = MemorySegment.ofBuffer(bytes.clear());
        }
        handler.onMessage(received, lengthBytes);
    }

    @Override
    public void close() {
        link.close();
    }

    private final class Messages implements MessageHandler {
        @Override
        public void onMessage(int kind, int sender, long number, ByteBuffer bytes, int length) {
            FramedLink.this.onMessage(bytes, length);
        }

        /** The steps of what is missing are missing, too, and are reported as such. */
        @Override
        public void onBreak(MessageBreak gap) {
            LOG.warn(
                    "{}: message {} was the last before a break; goes on with message {}{}",
                    name,
                    gap.lastDelivered(),
                    gap.nextNumber(),
                    gap.isOtherSender() ? " of another sender" : "");
        }
    }
}
