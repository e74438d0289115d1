package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * Numbers messages, sends them in frames, and keeps them until they are acknowledged. When its
 * channel broke, or the receiver says that it misses some, they are sent again from there on; when
 * nothing is heard, it asks. Not thread-safe; allocates only when the window grows.
 */
final class MessageSender {
    private final SendingChannel channel;
    private final FrameOrigin origin;
    private final SendWindow window;
    private final FrameCutter cutter;
    private final ControlFrames control;
    private final ProbeWatch watch = new ProbeWatch();
    private long incarnation;
    private long refusedAt;
    private boolean hasProgressed;

    MessageSender(SendingChannel channel, FrameOrigin origin, SendWindow window) {
        this.channel = channel;
        this.origin = origin;
        this.window = window;
        cutter = new FrameCutter(channel, origin);
        control = new ControlFrames(channel);
        incarnation = channel.incarnation();
    }

    /** Takes a copy; false where the window is full. */
    boolean offer(int kind, ByteBuffer bytes, int offset, int length) {
        boolean isTaken = window.add(kind, bytes, offset, length);
        if (!isTaken && refusedAt != window.oldestNumber()) {
            refusedAt = window.oldestNumber();
            watch.askAtOnce();
        }
        return isTaken;
    }

    /** Whether every message was handed to the channel as a whole. */
    boolean isAllSent() {
        return cutter.isIdle() && !window.hasUnsent();
    }

    /** Whether every message was acknowledged. */
    boolean isAllAcknowledged() {
        return window.isEmpty();
    }

    int doWork(long nowNs) {
        noteBreak();
        int frames = cutter.isReady() ? send() : 0;
        if (frames > 0 || hasProgressed) {
            hasProgressed = false;
            watch.progress(nowNs);
        }
        return frames > 0 ? frames : probe(nowNs);
    }

    /** Whatever was under way may be lost. */
    private void noteBreak() {
        long current = channel.incarnation();
        if (current != incarnation) {
            incarnation = current;
            sendAgainFrom(window.oldestNumber());
        }
    }

    private void sendAgainFrom(long number) {
        cutter.abandon();
        window.rewindTo(number);
        hasProgressed = true;
    }

    private int send() {
        int frames = cutter.doWork();
        while (cutter.isIdle() && window.hasUnsent()) {
            cutter.begin(window, window.nextNumber());
            window.advance();
            int more = cutter.doWork();
            if (more == 0) {
                return frames;
            }
            frames += more;
        }
        return frames;
    }

    private int probe(long nowNs) {
        if (window.isEmpty() || !isAllSent() || !watch.isDue(nowNs)) {
            return 0;
        }
        long number = window.newestNumber();
        if (!control.probe(origin, number, window.keptBefore(number))) {
            return 0;
        }
        watch.asked(nowNs);
        return 1;
    }

    /** Takes the receiver's word. */
    FrameVerdict onAcknowledgement(FrameHeader header) {
        long number = header.number();
        if (header.origin() != origin.life() || !window.acknowledge(number)) {
            return FrameVerdict.STALE_ORIGIN;
        }
        hasProgressed = true;
        if (!cutter.isIdle() && cutter.number() <= number) {
            cutter.abandon();
        }
        if (header.has(FrameHeader.RESEND) && !window.isEmpty()) {
            sendAgainFrom(number + 1);
        }
        return FrameVerdict.CONTROL;
    }
}
