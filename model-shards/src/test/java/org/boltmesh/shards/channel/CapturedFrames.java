package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The frames of messages, as a channel would carry them. */
final class CapturedFrames implements SendingChannel {
    private final int frameLengthMax;
    private final List<ByteBuffer> frames = new ArrayList<>();

    CapturedFrames(int frameLengthMax) {
        this.frameLengthMax = frameLengthMax;
    }

    static List<ByteBuffer> of(
            int frameLengthMax, long epoch, int sender, int kind, long step, ByteBuffer message) {
        var captured = new CapturedFrames(frameLengthMax);
        var cutter = new MessageSender(captured, epoch, sender);
        cutter.begin(kind, step, message, 0, message.capacity());
        while (!cutter.isIdle()) {
            cutter.doWork();
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
