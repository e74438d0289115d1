package org.boltmesh.driver.lane;

/** What became of a message that was offered to a lane. */
public enum SendResult {
    SENT(0),
    /** The receiver has not said yet that it may be sent; ask again. */
    NO_CREDIT(1),
    /** All slots of its kind are under way; ask again, or go by UDP. */
    NO_SLOT(2),
    /** Longer than a slot holds: it is for another lane, or for UDP. */
    TOO_LONG(3),
    /** The lane is not open, or not any more; go by UDP. */
    NOT_OPEN(4);

    static final int COUNT = values().length;

    private final int index;

    SendResult(int index) {
        this.index = index;
    }

    /** Where it is counted. */
    int index() {
        return index;
    }
}
