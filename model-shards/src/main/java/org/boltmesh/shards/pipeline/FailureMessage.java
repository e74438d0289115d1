package org.boltmesh.shards.pipeline;

import static org.boltmesh.shards.pipeline.MessageHeader.INT;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** How a stage tells the head that it cannot run a step: header, kind, a sentence for people. */
final class FailureMessage {
    private static final int KIND_OFFSET = MessageHeader.LENGTH_BYTES;
    private static final int TEXT_LENGTH_OFFSET = KIND_OFFSET + Integer.BYTES;
    private static final int TEXT_OFFSET = TEXT_LENGTH_OFFSET + Integer.BYTES;
    private static final int TEXT_MAX_BYTES = 1024;

    private FailureMessage() {}

    /** Bytes of the longest failure. */
    static long lengthMaxBytes() {
        return TEXT_OFFSET + TEXT_MAX_BYTES;
    }

    /** Writes a failure and returns its length in bytes. */
    static long write(
            MemorySegment to,
            StageRole role,
            long stepNumber,
            PipelineException.Kind kind,
            String text) {
        to.set(INT, KIND_OFFSET, kind.code());
        int count = MessageText.write(to, TEXT_OFFSET, text, TEXT_MAX_BYTES);
        to.set(INT, TEXT_LENGTH_OFFSET, count);
        long length = TEXT_OFFSET + (long) count;
        MessageHeader.write(
                to, MessageHeader.FAILURE, role.epoch(), stepNumber, role.stage(), length);
        return length;
    }

    /** Reads a message with a sound header; empty where it makes no sense. */
    static Optional<PipelineException> read(MemorySegment message, long lengthBytes) {
        if (lengthBytes < TEXT_OFFSET) {
            return Optional.empty();
        }
        int count = message.get(INT, TEXT_LENGTH_OFFSET);
        if (count < 0 || count > TEXT_MAX_BYTES || lengthBytes - TEXT_OFFSET != count) {
            return Optional.empty();
        }
        return PipelineException.Kind.of(message.get(INT, KIND_OFFSET))
                .map(
                        kind ->
                                new PipelineException(
                                        kind,
                                        MessageHeader.stage(message),
                                        MessageHeader.step(message),
                                        MessageText.read(message, TEXT_OFFSET, count)));
    }
}
