package org.boltmesh.bootstrap;

/** What carries the work between the nodes of a demo. */
enum DemoRdma {
    /** UDP. */
    OFF,
    /** A simulated cable between every two nodes. */
    SIMULATED
}
