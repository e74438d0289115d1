package org.boltmesh.driver.mesh;

/**
 * A cable between this node and a peer.
 *
 * @param number tells cables between the same two nodes apart, from 0; both ends use the same
 * @param device of this node, as its provider names it
 */
public record MeshCable(int number, String device) {}
