package org.boltmesh.driver.verbs;

/** The guest's devices. One device can be both ends where a process sees no other. */
final class SoftRoceDevices {
    static final String LEFT = System.getProperty("boltmesh.soft-roce.left", "rxe1");
    static final String RIGHT = System.getProperty("boltmesh.soft-roce.right", "rxe2");

    private SoftRoceDevices() {}
}
