package org.boltmesh.actors.serialization;

/**
 * A message that may leave its node: a record or an enum with a row in the {@link MessageTable}.
 */
public interface RemoteMessage {}
