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
        LinkTraffic traffic) {}
