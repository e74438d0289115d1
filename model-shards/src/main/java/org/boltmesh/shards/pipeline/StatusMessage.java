package org.boltmesh.shards.pipeline;

import static org.boltmesh.shards.pipeline.MessageHeader.INT;

import java.lang.foreign.MemorySegment;

/** How a stage answers a plan that it has got already. */
final class StatusMessage {
    private static final int DONE_OFFSET = MessageHeader.LENGTH_BYTES;

    static final int LENGTH_BYTES = DONE_OFFSET + Integer.BYTES;

    private StatusMessage() {}

    static void write(MemorySegment to, StageRole role, long stepNumber, boolean done) {
        to.set(INT, DONE_OFFSET, done ? 1 : 0);
        MessageHeader.write(
                to, MessageHeader.STATUS, role.epoch(), stepNumber, role.stage(), LENGTH_BYTES);
    }

    static boolean isSound(MemorySegment message, long lengthBytes) {
        return lengthBytes == LENGTH_BYTES && message.get(INT, DONE_OFFSET) >>> 1 == 0;
    }

    /** Whether the stage has run the step; otherwise it waits for activations. */
    static boolean isDone(MemorySegment message) {
        return message.get(INT, DONE_OFFSET) == 1;
    }
}
