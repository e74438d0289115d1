package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A channel within one process: a ring of frames between one sending and one receiving thread. Its
 * stream can be broken on purpose, as that of a real one by the death of a media driver.
 */
public final class MemoryChannel {
    private final int frameLengthMax;
    private final ByteBuffer[] frames;
    private final int[] lengths;
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong lostBefore = new AtomicLong();
    private final AtomicLong incarnation = new AtomicLong();
    private final Sender sender = new Sender();
    private final Receiver receiver = new Receiver();
    private volatile boolean closed;

    /**
     * A channel that holds this many frames until they are polled.
     *
     * @param frameCount how many; their memory is taken at once
     * @param frameLengthMax longest frame in bytes, more than a {@link FrameHeader}
     */
    public MemoryChannel(int frameCount, int frameLengthMax) {
        if (frameCount < 1 || frameLengthMax <= FrameHeader.LENGTH_BYTES) {
            throw new IllegalArgumentException(
                    "%d frames of %d bytes, want one or more of at least %d"
                            .formatted(frameCount, frameLengthMax, FrameHeader.LENGTH_BYTES + 1));
        }
        this.frameLengthMax = frameLengthMax;
        lengths = new int[frameCount];
        frames = new ByteBuffer[frameCount];
        for (int index = 0; index < frameCount; index++) {
            frames[index] = ByteBuffer.allocateDirect(frameLengthMax);
        }
    }

    /** The end that sends. */
    public SendingChannel sender() {
        return sender;
    }

    /** The end that receives. */
    public ReceivingChannel receiver() {
        return receiver;
    }

    /** Loses all frames under way. Any thread. */
    public void breakStream() {
        lostBefore.setRelease(tail.getAcquire());
        incarnation.incrementAndGet();
    }

    private int index(long position) {
        return (int) (position % frames.length);
    }

    private boolean isOpen() {
        return !closed;
    }

    private void hangUp() {
        closed = true;
    }

    private final class Sender implements SendingChannel {
        @Override
        public boolean offer(ByteBuffer header, ByteBuffer payload, int offset, int length) {
            long position = tail.getPlain();
            if (closed || position - head.getAcquire() == frames.length) {
                return false;
            }
            int index = index(position);
            int headerLength = header.limit();
            ByteBuffer frame = frames[index].clear();
            frame.put(0, header, 0, headerLength);
            frame.put(headerLength, payload.clear(), offset, length);
            lengths[index] = headerLength + length;
            tail.setRelease(position + 1);
            return true;
        }

        @Override
        public int frameLengthMax() {
            return frameLengthMax;
        }

        @Override
        public boolean isConnected() {
            return isOpen();
        }

        @Override
        public long incarnation() {
            return incarnation.getAcquire();
        }

        @Override
        public void close() {
            hangUp();
        }
    }

    private final class Receiver implements ReceivingChannel {
        @Override
        public int poll(FrameHandler handler, int framesMax) {
            long position = Math.max(head.getPlain(), lostBefore.getAcquire());
            long available = tail.getAcquire();
            int taken = 0;
            while (position < available && taken < framesMax && hand(handler, index(position))) {
                position++;
                taken++;
            }
            head.setRelease(position);
            return taken;
        }

        private boolean hand(FrameHandler handler, int index) {
            return handler.onFrame(frames[index].clear(), 0, lengths[index]);
        }

        @Override
        public boolean isConnected() {
            return isOpen();
        }

        @Override
        public long incarnation() {
            return incarnation.getAcquire();
        }

        @Override
        public void close() {
            hangUp();
        }
    }
}
