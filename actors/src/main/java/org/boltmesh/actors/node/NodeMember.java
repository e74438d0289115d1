package org.boltmesh.actors.node;

import java.util.Locale;
import java.util.UUID;
import org.boltmesh.actors.settings.HostPort;

/**
 * A node as the cluster sees it.
 *
 * @param id the same after a restart
 * @param name unique, as configured
 * @param address where the others reach it
 * @param age the order of becoming a member: the oldest has the smallest
 * @param reachable whether its heartbeats arrive
 */
public record NodeMember(
        UUID id, String name, HostPort address, NodeState state, int age, boolean reachable) {
    /** Whether work can be given to it. */
    public boolean isServing() {
        return state == NodeState.UP && reachable;
    }

    @Override
    public String toString() {
        return "%s (%s, %s%s)"
                .formatted(
                        name,
                        address,
                        state.name().toLowerCase(Locale.ROOT),
                        reachable ? "" : ", unreachable");
    }
}
