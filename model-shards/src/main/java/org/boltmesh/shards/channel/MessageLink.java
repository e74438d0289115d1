package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * Numbered messages over a channel in each direction. Each message arrives once, in order and as it
 * was sent, also when a channel broke and came back; where it cannot, the receiver is told of a
 * break. What was delivered is told in frames of the opposite channel: seldom, as long as nothing
 * is lost. Not thread-safe; allocates nothing per message once its buffers have grown.
 */
public final class MessageLink implements AutoCloseable {
    /** Longest message that is sent. */
    public static final int MESSAGE_MAX_BYTES = (1 << 30) - 1;

    private static final int WINDOW_MESSAGES = 16;
    private static final int FRAMES_PER_TURN = 64;

    private final SendingChannel out;
    private final ReceivingChannel in;
    private final int sentLengthMax;
    private final FrameCounters counters;
    private final FrameInspector inspector;
    private final FrameHeader header = new FrameHeader();
    private final MessageSender sender;
    private final MessageReceiver receiver;
    private final ControlFrames control;
    private final FrameHandler onFrame = this::onFrame;
    private MessageHandler handler = Nobody.INSTANCE;
    private long inIncarnation;

    /** Drops what nobody waits for. */
    private enum Nobody implements MessageHandler {
        INSTANCE;

        @Override
        public void onMessage(int kind, int sender, long number, ByteBuffer bytes, int length) {}

        @Override
        public void onBreak(MessageBreak gap) {}
    }

    /**
     * A link whose channels are its own from now on.
     *
     * @param out carries our messages, and what we acknowledge
     * @param in carries the other end's
     * @param sentLengthMax longest message in bytes that we send; twice as much is kept
     * @param receivedLengthMax longest message in bytes that we take
     * @param counters what becomes of the frames that come
     */
    public MessageLink(
            SendingChannel out,
            ReceivingChannel in,
            FrameOrigin origin,
            int sentLengthMax,
            int receivedLengthMax,
            FrameCounters counters) {
        this.out = out;
        this.in = in;
        this.sentLengthMax = checked(sentLengthMax);
        this.counters = counters;
        inspector = new FrameInspector(origin.epoch(), checked(receivedLengthMax));
        var window = new SendWindow(WINDOW_MESSAGES, 2 * sentLengthMax);
        sender = new MessageSender(out, origin, window);
        receiver = new MessageReceiver(origin);
        control = new ControlFrames(out);
        inIncarnation = in.incarnation();
    }

    private static int checked(int lengthMax) {
        if (lengthMax < 0 || lengthMax > MESSAGE_MAX_BYTES) {
            throw new IllegalArgumentException(
                    "longest message of %d bytes, want 0 to %d"
                            .formatted(lengthMax, MESSAGE_MAX_BYTES));
        }
        return lengthMax;
    }

    /**
     * Takes a copy of a message, and sends it with the next {@link #doWork}.
     *
     * @param kind 0 to 65,535, what the message is
     * @param bytes holds it
     * @return false while too many messages are not acknowledged
     */
    public boolean offer(int kind, ByteBuffer bytes, int offset, int length) {
        if (length < 0 || length > sentLengthMax || kind != (kind & 0xffff)) {
            throw new IllegalArgumentException(
                    "message of kind %d and %d bytes, want a kind of 0 to 65535 and at most %d bytes"
                            .formatted(kind, length, sentLengthMax));
        }
        return sender.offer(kind, bytes, offset, length);
    }

    /** Whether all messages were handed to the channel. */
    public boolean isAllSent() {
        return sender.isAllSent();
    }

    /** Whether all messages are known to have been delivered. */
    public boolean isAllAcknowledged() {
        return sender.isAllAcknowledged();
    }

    /** Takes what came, bounded; returns how many frames it was. Never waits. */
    public int poll(MessageHandler newHandler) {
        noteBreak();
        handler = newHandler;
        try {
            return in.poll(onFrame, FRAMES_PER_TURN);
        } finally {
            handler = Nobody.INSTANCE;
        }
    }

    /** Takes acknowledgements where the other end sends no messages. */
    public int poll() {
        return poll(Nobody.INSTANCE);
    }

    private void noteBreak() {
        long current = in.incarnation();
        if (current != inIncarnation) {
            inIncarnation = current;
            receiver.onChannelBroken();
        }
    }

    private boolean onFrame(ByteBuffer bytes, int offset, int length) {
        FrameVerdict verdict = inspector.inspect(header, bytes, offset, length);
        if (verdict == FrameVerdict.ACCEPTED) {
            verdict =
                    header.has(FrameHeader.ACKNOWLEDGEMENT)
                            ? sender.onAcknowledgement(header)
                            : receiver.onFrame(
                                    header, bytes, offset + FrameHeader.LENGTH_BYTES, handler);
        }
        counters.add(verdict);
        return true;
    }

    /** Sends what is due, as far as the channel takes it; returns how many frames it was. */
    public int doWork(long nowNs) {
        return receiver.answer(control) + sender.doWork(nowNs);
    }

    @Override
    public void close() {
        out.close();
        in.close();
    }
}
