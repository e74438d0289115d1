package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * Puts messages together from frames that were inspected, and hands over each once and in order.
 * What comes before its turn is dropped and asked for again, so that it holds one message only.
 * Messages that cannot come any more are told as a break. Not thread-safe; allocates only when a
 * message is longer than those before it.
 */
final class MessageReceiver {
    private static final int FORMER_MAX = 8;
    private static final long NOTHING_ASKED = -1;

    private final FrameOrigin origin;
    private final PartialMessage message = new PartialMessage();
    private final long[] formerLives = new long[FORMER_MAX];
    private int formerCount;
    private boolean hasSender;
    private long life;
    private long delivered;
    private long askedAfter = NOTHING_ASKED;
    private boolean isAnswerDue;
    private boolean isResendDue;

    MessageReceiver(FrameOrigin origin) {
        this.origin = origin;
    }

    /** Takes a frame that is no acknowledgement. */
    FrameVerdict onFrame(
            FrameHeader header, ByteBuffer bytes, int payloadOffset, MessageHandler handler) {
        if (!isPresent(header, handler)) {
            return FrameVerdict.STALE_ORIGIN;
        }
        isAnswerDue |= header.has(FrameHeader.ACKNOWLEDGE | FrameHeader.PROBE);
        long number = header.number();
        if (header.has(FrameHeader.PROBE)) {
            isResendDue |= number > delivered;
            return FrameVerdict.CONTROL;
        }
        if (number <= delivered) {
            return FrameVerdict.DUPLICATE;
        }
        if (number > delivered + 1) {
            askOnce();
            return FrameVerdict.GAP;
        }
        return collect(header, bytes, payloadOffset, handler);
    }

    /** Whether the frame comes from the sender of now; a new one takes the place of the other. */
    private boolean isPresent(FrameHeader header, MessageHandler handler) {
        long first = header.oldestNumber();
        if (hasSender && header.origin() == life) {
            if (first > delivered + 1) {
                begin(first, false, handler);
            }
            return true;
        }
        if (hasSender && isFormer(header.origin())) {
            return false;
        }
        boolean isOther = hasSender;
        noteFormer();
        hasSender = true;
        life = header.origin();
        if (isOther || first > 1) {
            begin(first, isOther, handler);
        }
        return true;
    }

    private void begin(long first, boolean isOtherSender, MessageHandler handler) {
        long last = delivered;
        delivered = first - 1;
        askedAfter = NOTHING_ASKED;
        message.free();
        handler.onBreak(new MessageBreak(last, first, isOtherSender));
    }

    private boolean isFormer(long other) {
        for (int index = 0; index < Math.min(formerCount, FORMER_MAX); index++) {
            if (formerLives[index] == other) {
                return true;
            }
        }
        return false;
    }

    private void noteFormer() {
        if (hasSender) {
            formerLives[formerCount % FORMER_MAX] = life;
            formerCount++;
        }
    }

    /** The sender asks by itself where this is lost. */
    private void askOnce() {
        if (askedAfter != delivered) {
            askedAfter = delivered;
            askAgain();
        }
    }

    private void askAgain() {
        isAnswerDue = true;
        isResendDue = true;
    }

    private FrameVerdict collect(
            FrameHeader header, ByteBuffer bytes, int payloadOffset, MessageHandler handler) {
        if (message.isFree()) {
            message.begin(header);
        } else if (message.totalLength() != header.totalLength()) {
            return FrameVerdict.CONFLICTING;
        } else if (message.stride() != header.stride()) {
            message.begin(header); // sent again over a path of another frame length
        }
        if (!message.add(header, bytes, payloadOffset)) {
            return FrameVerdict.DUPLICATE;
        }
        if (message.isComplete()) {
            deliver(header, handler);
        }
        return FrameVerdict.ACCEPTED;
    }

    private void deliver(FrameHeader header, MessageHandler handler) {
        delivered++;
        message.free();
        handler.onMessage(
                Short.toUnsignedInt(header.kind()),
                header.sender(),
                delivered,
                message.bytes(),
                message.totalLength());
    }

    /** The channel broke: what was under way may be lost, and the sender need not know it. */
    void onChannelBroken() {
        if (hasSender) {
            askAgain();
        }
    }

    /** Tells the sender what was delivered, where that is due. */
    int answer(ControlFrames control) {
        if (!isAnswerDue) {
            return 0;
        }
        if (!control.acknowledge(origin, life, delivered, isResendDue)) {
            return 0;
        }
        isAnswerDue = false;
        isResendDue = false;
        return 1;
    }
}
