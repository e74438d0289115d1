package org.boltmesh.driver.fabric;

/**
 * A cable as one of its nodes sees it.
 *
 * @param local the node's own device
 * @param remote the peer's
 * @param cable its id
 */
public record Link(String local, String remote, String cable) {}
