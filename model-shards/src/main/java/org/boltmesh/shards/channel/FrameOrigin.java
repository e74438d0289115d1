package org.boltmesh.shards.channel;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Whose frames they are.
 *
 * @param epoch the instance of the model; frames of another are dropped
 * @param sender what the receiver knows the sender by
 * @param life of the sender, which numbers its messages from 1: another one has another number, so
 *     that a sender which was started again is not taken for the one before
 */
public record FrameOrigin(long epoch, int sender, long life) {
    /** A sender whose life begins now. */
    public static FrameOrigin newborn(long epoch, int sender) {
        return new FrameOrigin(epoch, sender, ThreadLocalRandom.current().nextLong());
    }
}
