package org.boltmesh.driver.mesh;

import org.boltmesh.driver.link.LinkState;

/**
 * One link and what has gone over it since the driver started.
 *
 * @param peer the other node's id
 * @param reason why it is in this state, for people
 * @param epoch of its lanes, counting up; 0 before the first
 */
public record LinkStatus(
        String peer,
        int cable,
        String device,
        LinkState state,
        String reason,
        long epoch,
        LinkTraffic traffic) {
    /** For counters: 0 down, 1 handshaking, 2 up, 3 suspect. */
    public int stateNumber() {
        return switch (state) {
            case DOWN -> 0;
            case HANDSHAKING -> 1;
            case UP -> 2;
            case SUSPECT -> 3;
        };
    }
}
