package org.boltmesh.driver.lane;

/** What a slot carries, and so which of a lane's slots it may take. */
public enum SlotKind {
    /** A datagram that its sender repeats if it is lost or refused; needs a credit. */
    DATA(0),
    /**
     * A datagram that is not said again soon: status message, NAK, setup, heartbeat. Needs no
     * credit and has slots of its own.
     */
    CONTROL(1),
    /** {@link LimitsMessage}, which is also the keep-alive. As CONTROL, with slots of its own. */
    LIMITS(2);

    private static final SlotKind[] VALUES = values();

    static final int COUNT = VALUES.length;

    private final int code;

    SlotKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static boolean isKnown(int code) {
        return code >= 0 && code < COUNT;
    }

    /** Of a known code; codes count from 0 in the order of the kinds. */
    static SlotKind of(int code) {
        return VALUES[code];
    }
}
