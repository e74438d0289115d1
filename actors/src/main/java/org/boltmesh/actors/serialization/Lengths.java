package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Lengths within messages. Each is checked before anything is allocated for it. */
final class Lengths {
    /** Bytes of a text; several fit a frame of 256 KiB. */
    static final int TEXT_MAX_BYTES = 1 << 17;

    /** Elements of a collection. */
    static final int ELEMENTS_MAX = 1 << 16;

    private Lengths() {}

    static void write(Output output, int length, int max) {
        if (length > max) {
            throw new RefusedException(
                    Refusal.TOO_LONG, "length %d, want at most %d".formatted(length, max));
        }
        output.writeVarInt(length, true);
    }

    /** Every element takes a byte or more, so none can be longer than the rest of the message. */
    static int read(Input input, int max) {
        int length = input.readVarInt(true);
        int limit = Math.min(max, input.limit() - input.position());
        if (length < 0 || length > limit) {
            throw new RefusedException(
                    Refusal.TOO_LONG, "length %d, want at most %d".formatted(length, limit));
        }
        return length;
    }
}
