package org.boltmesh.actors.mesh;

import java.util.List;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What a node tells the director about its links, about once a second and with each change.
 *
 * @param revision of the roster that it has; 0 for none
 * @param settled whether its driver has been told of all cables that it knows
 * @param cabled nodes that a link should come up to
 * @param keeper hears of the others
 */
public record MeshReport(
        MeshFacts facts,
        long revision,
        boolean settled,
        List<UUID> cabled,
        ActorRef<MeshKeeper.Command> keeper) {
    public MeshReport {
        cabled = List.copyOf(cabled);
    }
}
