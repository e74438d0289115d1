package org.boltmesh.driver.verbs;

/** {@code enum ibv_qp_state}, in the order of its numbers. */
public enum QueuePairState {
    RESET,
    INIT,
    /** Ready to receive. */
    RTR,
    /** Ready to send, and to receive. */
    RTS,
    SQD,
    SQE,
    ERR;

    private static final QueuePairState[] VALUES = values();

    /**
     * The state of a C number.
     *
     * @throws IllegalArgumentException if there is no such state
     */
    public static QueuePairState of(int code) {
        if (code < 0 || code >= VALUES.length) {
            throw new IllegalArgumentException("queue pair state " + code + ", want 0..6");
        }
        return VALUES[code];
    }
}
