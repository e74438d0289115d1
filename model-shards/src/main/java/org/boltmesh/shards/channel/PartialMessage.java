package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Room for one message, used again and again; grows to the longest that came. */
final class PartialMessage {
    private enum State {
        FREE,
        COLLECTING,
        COMPLETE
    }

    private static final int MIN_BYTES = 4096;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private State state = State.FREE;
    private short kind;
    private int sender;
    private long step;
    private int totalLength;
    private int stride;
    private int missingFrames;
    private long[] seen = {};
    private ByteBuffer bytes = NOTHING;

    boolean isFree() {
        return state == State.FREE;
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    boolean isOf(FrameHeader header) {
        return state != State.FREE
                && step == header.step()
                && kind == header.kind()
                && sender == header.sender();
    }

    long step() {
        return step;
    }

    int totalLength() {
        return totalLength;
    }

    int stride() {
        return stride;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    void free() {
        state = State.FREE;
    }

    /** Begins, or begins again, with the first frame of a message. */
    void begin(FrameHeader header) {
        kind = header.kind();
        sender = header.sender();
        step = header.step();
        totalLength = header.totalLength();
        stride = header.stride();
        missingFrames = Math.max(1, Math.ceilDiv(totalLength, stride));
        state = State.COLLECTING;
        makeRoom();
    }

    private void makeRoom() {
        int words = Math.ceilDiv(missingFrames, Long.SIZE);
        if (seen.length < words) {
            seen = new long[words];
        }
        Arrays.fill(seen, 0, words, 0);
        if (bytes.capacity() < totalLength) {
            int rounded = Integer.highestOneBit(Math.max(MIN_BYTES, totalLength) - 1) << 1;
            bytes = ByteBuffer.allocateDirect(rounded);
        }
    }

    /** Takes a frame's payload; false for one that was there already. */
    boolean add(FrameHeader header, ByteBuffer source, int sourceOffset) {
        int frame = header.offset() / stride;
        long bit = 1L << frame;
        if (state == State.COMPLETE || (seen[frame >> 6] & bit) != 0) {
            return false;
        }
        seen[frame >> 6] |= bit;
        bytes.clear().put(header.offset(), source.clear(), sourceOffset, header.payloadLength());
        missingFrames--;
        if (missingFrames == 0) {
            state = State.COMPLETE;
        }
        return true;
    }
}
