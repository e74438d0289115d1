package org.boltmesh.actors.coordinator;

import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.serialization.RemoteMessage;

/** Who answers for a model. */
public sealed interface FindReply extends RemoteMessage {
    /** Its coordinator, which may still be loading. */
    record Found(ActorRef<ModelCoordinator.Command> coordinator) implements FindReply {}

    /** It is wanted and will come, as far as anybody knows. */
    record Coming(String detail) implements FindReply {}

    /** Nobody has asked for such a model. */
    record Unknown(String reason) implements FindReply {}
}
