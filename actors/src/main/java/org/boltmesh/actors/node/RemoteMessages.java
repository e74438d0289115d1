package org.boltmesh.actors.node;

import org.boltmesh.actors.serialization.MessageTable;
import org.boltmesh.actors.settings.HostPort;

/**
 * Every message between nodes, with its frozen id, tag and version. Rows are added at the end of
 * their group; none changes its meaning. A type whose components change gets a new version.
 */
final class RemoteMessages {
    private RemoteMessages() {}

    static MessageTable table() {
        return MessageTable.builder()
                .message(100, "node-list-nodes", 1, NodeGuardian.ListNodes.class)
                .message(101, "node-nodes", 1, NodeGuardian.Nodes.class)
                .part(102, NodeMember.class)
                .part(103, NodeState.class)
                .part(104, HostPort.class)
                .build();
    }
}
