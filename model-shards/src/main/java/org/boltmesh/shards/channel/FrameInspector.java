package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/** Checks a frame before anything in it is used. One thread. */
final class FrameInspector {
    /** Shortest stride of a message of several frames; it bounds their number. */
    static final int STRIDE_MIN_BYTES = 256;

    private final long epoch;
    private final int messageLengthMax;

    FrameInspector(long epoch, int messageLengthMax) {
        this.epoch = epoch;
        this.messageLengthMax = messageLengthMax;
    }

    /** Lays the header over the frame; what is accepted is ours, whole, and of our instance. */
    FrameVerdict inspect(FrameHeader header, ByteBuffer bytes, int offset, int length) {
        if (length < FrameHeader.LENGTH_BYTES || !header.wrap(bytes.clear(), offset).isOurs()) {
            return FrameVerdict.FOREIGN;
        }
        if (!header.isConsistent(length) || hasTinyStride(header)) {
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
        return FrameVerdict.ACCEPTED;
    }

    private static boolean hasTinyStride(FrameHeader header) {
        return header.stride() < STRIDE_MIN_BYTES && header.totalLength() > header.stride();
    }
}
