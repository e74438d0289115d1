package org.boltmesh.actors.coordinator;

import org.boltmesh.actors.serialization.RemoteMessage;

/** What somebody hears who asked for a model: any number of progresses, then one of the others. */
public sealed interface LoadEvent extends RemoteMessage {
    /** How far it is. */
    record Progress(ModelStatus model) implements LoadEvent {}

    /** It answers requests now. */
    record Done(ModelStatus model) implements LoadEvent {}

    /** It is not loaded, and nothing is left of the attempt. */
    record Refused(String reason) implements LoadEvent {}
}
