package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * Cuts messages into frames and offers them to a channel, one message after the other. When the
 * channel breaks in the middle of a message, that message begins again; earlier ones are for the
 * layer above to send again. Owned by one thread; allocates nothing while it works.
 */
public final class MessageSender {
    /** Longest message that is sent. */
    public static final int MESSAGE_MAX_BYTES = 1 << 30;

    private static final int FRAMES_PER_TURN = 64;
    private static final int NONE = -1;

    private final SendingChannel channel;
    private final long epoch;
    private final int sender;
    private final ByteBuffer headerBytes = ByteBuffer.allocateDirect(FrameHeader.LENGTH_BYTES);
    private final FrameHeader header = new FrameHeader();
    private ByteBuffer message = headerBytes;
    private int messageOffset;
    private int messageLength = NONE;
    private short kind;
    private long step;
    private int stride;
    private int sent;
    private int encoded = NONE;
    private long incarnation;

    /**
     * A sender of one instance's messages.
     *
     * @param epoch the instance
     * @param sender what the receiver knows us by
     */
    public MessageSender(SendingChannel channel, long epoch, int sender) {
        this.channel = channel;
        this.epoch = epoch;
        this.sender = sender;
        header.wrap(headerBytes, 0);
    }

    /**
     * Begins a message, which {@link #doWork} then sends.
     *
     * @param messageKind 0 to 65,535, what the message is
     * @param messageStep the step or operation to which it belongs; not negative
     * @param bytes direct; stays as it is until {@link #isIdle}, but for its position and limit
     * @throws IllegalStateException while another message is being sent
     */
    public void begin(int messageKind, long messageStep, ByteBuffer bytes, int offset, int length) {
        if (!isIdle()) {
            throw new IllegalStateException("step %d is being sent".formatted(step));
        }
        check(messageKind, messageStep, bytes, offset, length);
        kind = (short) messageKind;
        step = messageStep;
        message = bytes;
        messageOffset = offset;
        messageLength = length;
        stride = 0;
    }

    private static void check(int kind, long step, ByteBuffer bytes, int offset, int length) {
        boolean isInside = offset >= 0 && length >= 0 && offset <= bytes.capacity() - (long) length;
        if (!isInside || length > MESSAGE_MAX_BYTES || !bytes.isDirect()) {
            throw new IllegalArgumentException(
                    "message of %d bytes at %d of %s, want up to %d within a direct buffer"
                            .formatted(length, offset, bytes, MESSAGE_MAX_BYTES));
        }
        if (kind != (kind & 0xffff) || step < 0) {
            throw new IllegalArgumentException(
                    "kind %d, step %d, want 0 to 65535 and no negative step".formatted(kind, step));
        }
    }

    /** Whether the message was handed to the channel as a whole, so that another may begin. */
    public boolean isIdle() {
        return messageLength == NONE;
    }

    /** Gives up the message that is being sent, if any. */
    public void abandon() {
        messageLength = NONE;
    }

    /** Offers as many frames as the channel takes, and no more than are good for one turn. */
    public int doWork() {
        if (isIdle() || !isReady()) {
            return 0;
        }
        int frames = 0;
        while (frames < FRAMES_PER_TURN && !isIdle() && offerNext()) {
            frames++;
        }
        return frames;
    }

    /** Begins the message, again where the channel broke; false where it is not yet connected. */
    private boolean isReady() {
        long current = channel.incarnation();
        if (stride > 0 && current == incarnation) {
            return true;
        }
        stride = channel.frameLengthMax() - FrameHeader.LENGTH_BYTES;
        if (stride <= 0) {
            return false;
        }
        incarnation = current;
        sent = 0;
        encoded = NONE;
        header.encodeMessage(kind, epoch, step, sender, messageLength, stride);
        return true;
    }

    private boolean offerNext() {
        int length = Math.min(stride, messageLength - sent);
        if (encoded != sent) {
            header.encodeFrame(sent, message, messageOffset + sent, length);
            encoded = sent;
        }
        if (!channel.offer(headerBytes, message, messageOffset + sent, length)) {
            return false;
        }
        sent += length;
        if (sent == messageLength) {
            messageLength = NONE;
        }
        return true;
    }
}
