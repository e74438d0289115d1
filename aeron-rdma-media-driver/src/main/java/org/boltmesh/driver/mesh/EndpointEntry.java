package org.boltmesh.driver.mesh;

import java.net.InetSocketAddress;

/** An endpoint of a peer, as it announces it. */
record EndpointEntry(int id, InetSocketAddress address) {}
