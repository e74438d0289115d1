package org.boltmesh.actors.node;

import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.typed.ClusterSingleton;
import org.apache.pekko.cluster.typed.SingletonActor;
import org.boltmesh.actors.coordinator.ClusterDirector;

/** The way to the cluster's one director, which the oldest node runs. */
final class Directors {
    private Directors() {}

    /**
     * What passes messages on to the director, wherever it is, and keeps some while it moves. The
     * first call makes this node able to run it.
     */
    static ActorRef<ClusterDirector.Command> of(ActorSystem<?> system) {
        return ClusterSingleton.get(system)
                .init(SingletonActor.of(ClusterDirector.create(System::nanoTime), "director"));
    }
}
