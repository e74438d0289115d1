package org.boltmesh.driver.fabric;

/**
 * Another computer that a Thunderbolt bus sees.
 *
 * @param name its own
 * @param domain the id of the bus at its end
 */
public record ThunderboltPeer(String name, String domain) {}
