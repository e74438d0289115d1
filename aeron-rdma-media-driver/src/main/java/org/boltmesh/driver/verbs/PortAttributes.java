package org.boltmesh.driver.verbs;

/**
 * What a port says of itself ({@code ibv_query_port}).
 *
 * @param gidTableLength entries of the GID table
 * @param lid local identifier, 0 where there is none
 */
public record PortAttributes(PortState state, PathMtu activeMtu, int gidTableLength, int lid) {}
