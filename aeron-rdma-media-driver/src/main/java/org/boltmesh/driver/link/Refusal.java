package org.boltmesh.driver.link;

/** Why a datagram was dropped. The first group is found without the key. */
public enum Refusal {
    /** Shorter than any message. */
    TOO_SHORT,
    /** Longer than any message. */
    TOO_LONG,
    /** Not a handshake message. */
    BAD_MAGIC,
    /** Lengths that do not fit the datagram. */
    BAD_LENGTH,
    /** Our own message came back. */
    REFLECTED,
    /** From, to or over something else than this link. */
    OTHER_LINK,
    /** The code does not verify: another secret, or damage. */
    BAD_MAC,
    /** It verifies but makes no sense. */
    MALFORMED,
    /** It verifies but is of another protocol version. */
    OTHER_VERSION,
    /** Of another session: a replay, or very late. */
    STALE_NONCE,
    /** Of an epoch that is not newer than what this end has seen. */
    OLD_EPOCH,
    /** Lost against this end's own handshake. */
    CROSSED,
    /** Not expected now: a duplicate, or ahead of a lost one that comes again. */
    OUT_OF_TURN
}
