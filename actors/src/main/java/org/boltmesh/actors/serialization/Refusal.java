package org.boltmesh.actors.serialization;

/** Why bytes were not taken for a message. */
public enum Refusal {
    /** A tag or a version that this node does not know. */
    UNKNOWN_MANIFEST,
    /** A type id that the table does not have, or another type than declared. */
    UNKNOWN_TYPE,
    /** A length beyond its limit or beyond the message's end. */
    TOO_LONG,
    /** Cut off, left over, or a value that its type does not allow. */
    MALFORMED
}
