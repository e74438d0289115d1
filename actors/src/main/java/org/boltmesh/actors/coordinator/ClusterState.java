package org.boltmesh.actors.coordinator;

import java.util.List;
import org.boltmesh.actors.serialization.RemoteMessage;

/** Everything that the director knows, for people. Sorted by name. */
public record ClusterState(List<NodeStatus> nodes, List<ModelStatus> models)
        implements RemoteMessage {
    public ClusterState {
        nodes = List.copyOf(nodes);
        models = List.copyOf(models);
    }
}
