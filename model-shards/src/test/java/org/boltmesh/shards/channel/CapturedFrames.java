package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The frames of messages, as a channel would carry them; takes all and gives none. */
final class CapturedFrames implements SendingChannel, ReceivingChannel {
    private final int frameLengthMax;
    private final List<ByteBuffer> frames = new ArrayList<>();

    CapturedFrames(int frameLengthMax) {
        this.frameLengthMax = frameLengthMax;
    }

    /** Those of messages 1, 2 and so on, one after the other. */
    static List<ByteBuffer> of(int frameLengthMax, FrameOrigin origin, ByteBuffer... messages) {
        var captured = new CapturedFrames(frameLengthMax);
        var link = new MessageLink(captured, captured, origin, 1 << 20, 0, new FrameCounters());
        for (ByteBuffer message : messages) {
            link.offer(2, message, 0, message.capacity());
        }
        while (!link.isAllSent()) {
            link.doWork(0);
        }
        return captured.frames;
    }

    @Override
    public boolean offer(ByteBuffer header, ByteBuffer payload, int offset, int length) {
        ByteBuffer frame = ByteBuffer.allocateDirect(header.limit() + length);
        frame.put(0, header, 0, header.limit());
        frame.put(header.limit(), payload.clear(), offset, length);
        frames.add(frame);
        return true;
    }

    /** Hands over what was captured, and forgets it. */
    @Override
    public int poll(FrameHandler handler, int framesMax) {
        int count = Math.min(framesMax, frames.size());
        List<ByteBuffer> taken = frames.subList(0, count);
        taken.forEach(frame -> handler.onFrame(frame, 0, frame.capacity()));
        taken.clear();
        return count;
    }

    void add(ByteBuffer frame) {
        frames.add(frame);
    }

    @Override
    public int frameLengthMax() {
        return frameLengthMax;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public long incarnation() {
        return 0;
    }

    @Override
    public void close() {}
}
