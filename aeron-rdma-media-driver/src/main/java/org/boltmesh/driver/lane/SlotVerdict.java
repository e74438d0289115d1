package org.boltmesh.driver.lane;

/** What a receiver found of a slot: good, or why it was dropped. */
public enum SlotVerdict {
    GOOD(0),
    /** Less than a header arrived, or more than a slot holds. */
    BAD_SIZE(1),
    BAD_MAGIC(2),
    BAD_VERSION(3),
    /** The header tells of more bytes than arrived. */
    BAD_LENGTH(4),
    BAD_CHECKSUM(5),
    /** Undamaged, but of a kind that is not known here. */
    UNKNOWN_KIND(6),
    /** Of another epoch of the link, older or not yet begun. */
    STALE_EPOCH(7),
    /** This sequence number was accepted before. */
    SEQUENCE_REPEATED(8),
    /** Too old to tell whether it was accepted before. */
    SEQUENCE_OLD(9),
    /** So far ahead that accepting it would make all that follows old. */
    SEQUENCE_AHEAD(10);

    static final int COUNT = values().length;

    private final int index;

    SlotVerdict(int index) {
        this.index = index;
    }

    /** Where it is counted. */
    int index() {
        return index;
    }
}
