package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/** Sends frames that are no part of a message. They may be lost: who needs them says them again. */
final class ControlFrames {
    private final SendingChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(FrameHeader.LENGTH_BYTES);
    private final FrameHeader header = new FrameHeader();

    ControlFrames(SendingChannel channel) {
        this.channel = channel;
        header.wrap(bytes, 0);
    }

    /** Asks what was delivered; false where the channel does not take it now. */
    boolean probe(FrameOrigin origin, long number, int kept) {
        return isReady()
                && offer(
                        header.encodeMessage(origin, 0, number, kept, 0, 1)
                                .encodeFlags(FrameHeader.PROBE));
    }

    /**
     * Tells what was delivered; false where the channel does not take it now.
     *
     * @param life of the sender to whom it is told
     */
    boolean acknowledge(FrameOrigin origin, long life, long number, boolean isResendWanted) {
        int flags = FrameHeader.ACKNOWLEDGEMENT | (isResendWanted ? FrameHeader.RESEND : 0);
        return isReady()
                && offer(
                        header.encodeMessage(origin, 0, number, 0, 0, 1)
                                .encodeLife(life)
                                .encodeFlags(flags));
    }

    private boolean isReady() {
        return channel.frameLengthMax() >= FrameHeader.LENGTH_BYTES;
    }

    private boolean offer(FrameHeader encoded) {
        encoded.encodeFrame(0, bytes, 0, 0);
        return channel.offer(bytes, bytes, 0, 0);
    }
}
