package org.boltmesh.shards.channel;

/** What became of a frame that was received. */
public enum FrameVerdict {
    /** Its payload is part of a message now. */
    ACCEPTED,
    /** It asked what was delivered, or told it. */
    CONTROL,
    /** Its payload was there already, or its message was delivered. */
    DUPLICATE,
    /** A message before its own is missing: it has to be sent again. */
    GAP,
    /** It is too short, or magic or version is not ours. */
    FOREIGN,
    /** Numbers, offset and lengths do not fit each other. */
    INCONSISTENT,
    /** The checksum is wrong. */
    DAMAGED,
    /** Its message is longer than this receiver takes. */
    TOO_LONG,
    /** It belongs to an instance that has ended. */
    STALE_EPOCH,
    /** It belongs to an instance that this receiver does not know. */
    UNKNOWN_EPOCH,
    /** Its sender was replaced by another, or it answers to another sender. */
    STALE_ORIGIN,
    /** Another frame of the same message told another length. */
    CONFLICTING
}
