package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * Cuts a message into frames and offers them to a channel, one message after the other. Owned by
 * one thread; allocates nothing while it works.
 */
final class FrameCutter {
    private static final int FRAMES_PER_TURN = 64;
    private static final int NONE = -1;

    private final SendingChannel channel;
    private final FrameOrigin origin;
    private final ByteBuffer headerBytes = ByteBuffer.allocateDirect(FrameHeader.LENGTH_BYTES);
    private final FrameHeader header = new FrameHeader();
    private ByteBuffer message = headerBytes;
    private int messageOffset;
    private int messageLength = NONE;
    private long number;
    private int stride;
    private int sent;
    private int encoded = NONE;

    FrameCutter(SendingChannel channel, FrameOrigin origin) {
        this.channel = channel;
        this.origin = origin;
        header.wrap(headerBytes, 0);
    }

    /** Whether frames have a length yet: not before the channel was first connected. */
    boolean isReady() {
        return channel.frameLengthMax() > FrameHeader.LENGTH_BYTES;
    }

    /** Takes up a message of the window, which stays as it is while it is being sent. */
    void begin(SendWindow window, long messageNumber) {
        number = messageNumber;
        message = window.bytes();
        messageOffset = window.offset(number);
        messageLength = window.length(number);
        stride = channel.frameLengthMax() - FrameHeader.LENGTH_BYTES;
        sent = 0;
        encoded = NONE;
        header.encodeMessage(
                        origin,
                        window.kind(number),
                        number,
                        window.keptBefore(number),
                        messageLength,
                        stride)
                .encodeFlags(window.isHalfFull() ? FrameHeader.ACKNOWLEDGE : 0);
    }

    /** Whether the message was handed to the channel as a whole, so that another may begin. */
    boolean isIdle() {
        return messageLength == NONE;
    }

    /** The message that is being sent, or was the last one. */
    long number() {
        return number;
    }

    /** Gives up the message that is being sent, if any. */
    void abandon() {
        messageLength = NONE;
    }

    /** Offers as many frames as the channel takes, and no more than are good for one turn. */
    int doWork() {
        int frames = 0;
        while (frames < FRAMES_PER_TURN && !isIdle() && offerNext()) {
            frames++;
        }
        return frames;
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
