package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * Makes messages out of the frames of one channel, and checks each frame: what is not ours,
 * damaged, of another instance or of a step that is done is dropped and counted; frames may come
 * twice and in any order. Its memory is bounded: where no more messages may be open, a new one
 * waits in the channel until {@link #advanceTo} makes room. Owned by one thread; allocates only
 * when a message is longer than those before it.
 */
public final class Reassembler implements FrameHandler {
    /** How far ahead of the present step a frame may be. */
    static final long STEPS_AHEAD_MAX = 1 << 20;

    /** Shortest stride of a message of several frames; it bounds their number. */
    static final int STRIDE_MIN_BYTES = 256;

    private final int messageLengthMax;
    private final MessageHandler handler;
    private final FrameCounters counters;
    private final PartialMessage[] messages;
    private final FrameHeader header = new FrameHeader();
    private long epoch;
    private long firstStep;

    /**
     * A reassembler that waits for the first step of an instance.
     *
     * @param messagesMax how many messages may be open, or complete and not yet done with
     * @param messageLengthMax longest message in bytes; memory is at most the product of both,
     *     rounded up to a power of two
     */
    public Reassembler(
            int messagesMax,
            int messageLengthMax,
            long epoch,
            MessageHandler handler,
            FrameCounters counters) {
        if (messagesMax < 1 || messageLengthMax < 0) {
            throw new IllegalArgumentException(
                    "%d messages of %d bytes, want one or more of a length that is not negative"
                            .formatted(messagesMax, messageLengthMax));
        }
        this.messageLengthMax = Math.min(messageLengthMax, MessageSender.MESSAGE_MAX_BYTES);
        this.epoch = epoch;
        this.handler = handler;
        this.counters = counters;
        messages = new PartialMessage[messagesMax];
        for (int index = 0; index < messagesMax; index++) {
            messages[index] = new PartialMessage();
        }
    }

    /**
     * Done with all steps before {@code step}: their messages are forgotten, later frames dropped.
     */
    public void advanceTo(long step) {
        firstStep = Math.max(firstStep, step);
        for (PartialMessage message : messages) {
            if (!message.isFree() && message.step() < firstStep) {
                message.free();
            }
        }
    }

    /** Forgets everything and waits for the first step of another instance. */
    public void restart(long newEpoch) {
        epoch = newEpoch;
        firstStep = 0;
        for (PartialMessage message : messages) {
            message.free();
        }
    }

    @Override
    public boolean onFrame(ByteBuffer bytes, int offset, int length) {
        FrameVerdict verdict = judge(bytes, offset, length);
        counters.add(verdict);
        return verdict != FrameVerdict.DEFERRED;
    }

    private FrameVerdict judge(ByteBuffer bytes, int offset, int length) {
        if (length < FrameHeader.LENGTH_BYTES || !header.wrap(bytes.clear(), offset).isOurs()) {
            return FrameVerdict.FOREIGN;
        }
        if (!header.isConsistent(length) || hasTinyStride()) {
            return FrameVerdict.INCONSISTENT;
        }
        if (!header.isIntact()) {
            return FrameVerdict.DAMAGED;
        }
        if (header.totalLength() > messageLengthMax) {
            return FrameVerdict.TOO_LONG;
        }
        if (header.epoch() != epoch) {
            return header.epoch() < epoch ? FrameVerdict.STALE_EPOCH : FrameVerdict.UNKNOWN_EPOCH;
        }
        if (header.step() < firstStep) {
            return FrameVerdict.STALE_STEP;
        }
        if (header.step() - firstStep > STEPS_AHEAD_MAX) {
            return FrameVerdict.FAR_STEP;
        }
        return collect(bytes, offset + FrameHeader.LENGTH_BYTES);
    }

    private boolean hasTinyStride() {
        return header.stride() < STRIDE_MIN_BYTES && header.totalLength() > header.stride();
    }

    private FrameVerdict collect(ByteBuffer bytes, int payloadOffset) {
        int index = find();
        if (index < 0) {
            return FrameVerdict.DEFERRED;
        }
        PartialMessage message = messages[index];
        if (message.isFree()) {
            message.begin(header);
        } else if (message.isComplete()) {
            return FrameVerdict.DUPLICATE;
        } else if (message.totalLength() != header.totalLength()) {
            return FrameVerdict.CONFLICTING;
        } else if (message.stride() != header.stride()) {
            message.begin(header); // sent again over a path of another frame length
        }
        if (!message.add(header, bytes, payloadOffset)) {
            return FrameVerdict.DUPLICATE;
        }
        if (message.isComplete()) {
            deliver(message);
        }
        return FrameVerdict.ACCEPTED;
    }

    /** The place of the frame's message, or a free one; negative where there is neither. */
    private int find() {
        int free = -1;
        for (int index = 0; index < messages.length; index++) {
            if (messages[index].isOf(header)) {
                return index;
            }
            if (messages[index].isFree()) {
                free = index;
            }
        }
        return free;
    }

    private void deliver(PartialMessage message) {
        handler.onMessage(
                Short.toUnsignedInt(header.kind()),
                header.sender(),
                header.step(),
                message.bytes(),
                message.totalLength());
    }
}
