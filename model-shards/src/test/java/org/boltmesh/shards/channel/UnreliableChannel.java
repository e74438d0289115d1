package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Loses, damages, doubles and swaps frames, and breaks so that either end notices it or none. */
final class UnreliableChannel {
    private static final int FRAMES_MAX = 32;

    private final Random random;
    private final int frameLengthMax;
    private final List<ByteBuffer> frames = new ArrayList<>();
    private final End ends = new End();
    private double rate;
    private long sentIncarnation;
    private long receivedIncarnation;
    private int refusals;

    UnreliableChannel(Random random, int frameLengthMax, double rate) {
        this.random = random;
        this.frameLengthMax = frameLengthMax;
        this.rate = rate;
    }

    SendingChannel sender() {
        return ends;
    }

    ReceivingChannel receiver() {
        return new Receiver();
    }

    /** From now on nothing happens to frames. */
    void heal() {
        rate = 0;
    }

    /** All under way is lost; for a while nothing is taken. */
    void breakStream() {
        frames.clear();
        sentIncarnation += random.nextInt(2);
        receivedIncarnation += random.nextInt(2);
        refusals = random.nextInt(20);
    }

    private boolean take(ByteBuffer frame) {
        if (refusals > 0 || frames.size() >= FRAMES_MAX) {
            refusals--;
            return false;
        }
        if (random.nextDouble() >= rate) {
            return frames.add(frame);
        }
        switch (random.nextInt(4)) {
            case 0 -> {} // lost
            case 1 -> damage(frame);
            case 2 -> {
                frames.add(frame);
                frames.add(frame);
            }
            default -> frames.add(random.nextInt(frames.size() + 1), frame);
        }
        return true;
    }

    private void damage(ByteBuffer frame) {
        int at = random.nextInt(frame.capacity());
        frames.add(frame.put(at, (byte) (frame.get(at) + 1 + random.nextInt(255))));
    }

    private final class End implements SendingChannel {
        @Override
        public boolean offer(ByteBuffer header, ByteBuffer payload, int offset, int length) {
            ByteBuffer frame = ByteBuffer.allocateDirect(header.limit() + length);
            frame.put(0, header, 0, header.limit());
            frame.put(header.limit(), payload.clear(), offset, length);
            return take(frame);
        }

        @Override
        public int frameLengthMax() {
            return frameLengthMax;
        }

        @Override
        public boolean isConnected() {
            return refusals == 0;
        }

        @Override
        public long incarnation() {
            return sentIncarnation;
        }

        @Override
        public void close() {}
    }

    private final class Receiver implements ReceivingChannel {
        @Override
        public int poll(FrameHandler handler, int framesMax) {
            int count = Math.min(framesMax, frames.size());
            List<ByteBuffer> taken = frames.subList(0, count);
            taken.forEach(frame -> handler.onFrame(frame, 0, frame.capacity()));
            taken.clear();
            return count;
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public long incarnation() {
            return receivedIncarnation;
        }

        @Override
        public void close() {}
    }
}
