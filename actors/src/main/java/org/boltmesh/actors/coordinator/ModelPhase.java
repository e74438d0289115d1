package org.boltmesh.actors.coordinator;

/** How far a model is. */
public enum ModelPhase {
    /** It waits for nodes, files or memory. */
    WAITING,
    /** Its shards are loading, for the first time or again. */
    LOADING,
    /** It answers. */
    READY
}
