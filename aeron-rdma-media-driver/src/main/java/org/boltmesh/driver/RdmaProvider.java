package org.boltmesh.driver;

/** Where RDMA devices come from. */
public enum RdmaProvider {
    /** {@link #VERBS} where the library is there and has devices; else {@link #OFF}. */
    AUTO,
    /** The system's library: libibverbs, or librdma on macOS. */
    VERBS,
    /** Between processes of one machine. */
    SIMULATED,
    /** None: all goes by UDP. */
    OFF
}
