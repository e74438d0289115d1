package org.boltmesh.driver.simulated;

/** The two ends of a cable, as its line names them; also the direction of what it sends. */
enum Side {
    LEFT(0),
    RIGHT(1);

    private final int index;

    Side(int index) {
        this.index = index;
    }

    /** Its place in shared memory. */
    int index() {
        return index;
    }

    Side other() {
        return this == LEFT ? RIGHT : LEFT;
    }
}
