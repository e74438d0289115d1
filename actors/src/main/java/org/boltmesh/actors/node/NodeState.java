package org.boltmesh.actors.node;

/** How far a node is in the cluster's life. */
public enum NodeState {
    /** Asked to join; not all agree yet. */
    JOINING,
    /** A full member. */
    UP,
    /** Going in order. */
    LEAVING,
    /** Removed by the others, who could not reach it. */
    DOWN
}
