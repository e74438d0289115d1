package org.boltmesh.actors.node;

import java.time.Duration;
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
     *
     * @param readyWait how long a model waits for the links between its nodes
     */
    static ActorRef<ClusterDirector.Command> of(ActorSystem<?> system, Duration readyWait) {
        return ClusterSingleton.get(system)
                .init(
                        SingletonActor.of(
                                ClusterDirector.create(System::nanoTime, readyWait), "director"));
    }
}
