package org.boltmesh.actors.coordinator;

import java.util.Optional;
import org.boltmesh.actors.serialization.RemoteMessage;

/**
 * What came of unloading a model.
 *
 * @param refusal why it was not unloaded; empty where it is gone
 */
public record UnloadReply(Optional<String> refusal) implements RemoteMessage {}
