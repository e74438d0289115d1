/**
 * The links of this node to its peers, what goes over them, and which datagram takes which way.
 * Everything here belongs to the driver's loop.
 */
@NullMarked
package org.boltmesh.driver.mesh;

import org.jspecify.annotations.NullMarked;
