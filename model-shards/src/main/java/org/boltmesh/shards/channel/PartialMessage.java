package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Room for one message, used again and again; grows to the longest that came. */
final class PartialMessage {
    private static final int MIN_BYTES = 4096;
    private static final int NONE = -1;

    private int totalLength;
    private int stride;
    private int missingFrames = NONE;
    private long[] seen = {};
    private ByteBuffer bytes = ByteBuffer.allocateDirect(0);

    boolean isFree() {
        return missingFrames == NONE;
    }

    boolean isComplete() {
        return missingFrames == 0;
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

    /** What was collected is forgotten, its bytes stay until the next message begins. */
    void free() {
        missingFrames = NONE;
    }

    /** Begins, or begins again, with the first frame of a message. */
    void begin(FrameHeader header) {
        totalLength = header.totalLength();
        stride = header.stride();
        missingFrames = Math.max(1, Math.ceilDiv(totalLength, stride));
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
        if ((seen[frame >> 6] & bit) != 0) {
            return false;
        }
        seen[frame >> 6] |= bit;
        bytes.clear().put(header.offset(), source.clear(), sourceOffset, header.payloadLength());
        missingFrames--;
        return true;
    }
}
