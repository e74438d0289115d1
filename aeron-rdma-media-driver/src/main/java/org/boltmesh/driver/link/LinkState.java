package org.boltmesh.driver.link;

/** How far a link is. Traffic is on lanes in {@link #UP} only. */
public enum LinkState {
    /** No queue pairs; a handshake follows when the back-off is over. */
    DOWN,
    /** The two sides are agreeing on queue pairs. */
    HANDSHAKING,
    /** Lanes carry the traffic. */
    UP,
    /**
     * The lanes still live, and only keep-alives go over them until they have proved themselves.
     */
    SUSPECT
}
