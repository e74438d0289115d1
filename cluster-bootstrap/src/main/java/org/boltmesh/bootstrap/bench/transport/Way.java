package org.boltmesh.bootstrap.bench.transport;

/** How messages get from one process to the other. */
public enum Way {
    /** Aeron through our driver, over the lanes of a simulated cable. */
    DRIVER(0, "driver"),
    /** Queue pairs on the same cable, with a checksum, and nothing else. */
    BARE(1, "bare queue pairs"),
    /** Aeron through two stock drivers, over UDP on loopback. */
    UDP(2, "stock Aeron UDP"),
    /** Aeron through one driver, in shared memory. */
    IPC(3, "aeron:ipc");

    private static final Way[] VALUES = values();

    private final int code;
    private final String label;

    Way(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** In words for people. */
    public String label() {
        return label;
    }

    int code() {
        return code;
    }

    /**
     * Of a code that the other end said; codes count from 0 in the order of the ways.
     *
     * @throws org.boltmesh.bootstrap.bench.verbs.VerbsBenchException if it is none
     */
    static Way of(int code) {
        return VALUES[Wishes.inRange("way", code, 0, VALUES.length - 1)];
    }
}
