package org.boltmesh.shards.channel;

/** What became of a frame that was received. */
public enum FrameVerdict {
    /** Its payload is part of a message now. */
    ACCEPTED,
    /** It is left in the channel until there is room for its message. */
    DEFERRED,
    /** Its payload was there already. */
    DUPLICATE,
    /** It is too short, or magic or version is not ours. */
    FOREIGN,
    /** Offset and lengths do not fit each other. */
    INCONSISTENT,
    /** The checksum is wrong. */
    DAMAGED,
    /** Its message is longer than this receiver takes. */
    TOO_LONG,
    /** It belongs to an instance that has ended. */
    STALE_EPOCH,
    /** It belongs to an instance that this receiver does not know. */
    UNKNOWN_EPOCH,
    /** Its step is done. */
    STALE_STEP,
    /** Its step is absurdly far ahead. */
    FAR_STEP,
    /** Another frame of the same message told another length. */
    CONFLICTING
}
