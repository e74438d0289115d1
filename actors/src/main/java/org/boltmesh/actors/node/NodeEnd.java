package org.boltmesh.actors.node;

import org.apache.pekko.actor.CoordinatedShutdown;

/**
 * Why a node ended.
 *
 * @param good whether it was asked to and left in order
 * @param sentence for people
 */
public record NodeEnd(boolean good, String sentence) implements CoordinatedShutdown.Reason {
    static final NodeEnd STOPPED = new NodeEnd(true, "stopped");

    static NodeEnd of(CoordinatedShutdown.Reason reason) {
        if (reason instanceof NodeEnd ours) {
            return ours;
        }
        if (reason.equals(CoordinatedShutdown.clusterDowningReason())) {
            return new NodeEnd(
                    false,
                    "the other nodes removed this one, for they could not reach it;"
                            + " start it again and it joins them");
        }
        return new NodeEnd(false, "its guardian failed (see the log): " + reason);
    }

    /** Another node has what must be unique. */
    static NodeEnd displaced(NodeMember self, NodeMember rival) {
        if (rival.id().equals(self.id())) {
            return new NodeEnd(
                    false,
                    "node id %s is in use by %s at %s: this data folder is a copy; delete its file node-id"
                            .formatted(self.id(), rival.name(), rival.address()));
        }
        return new NodeEnd(
                false,
                "node name %s is taken by the node at %s; give each node its own boltmesh.node-name"
                        .formatted(self.name(), rival.address()));
    }

    /** The same, but not all of its actors have ended. */
    NodeEnd withActorsLeft() {
        return new NodeEnd(false, sentence + " (its actors did not end in time)");
    }
}
