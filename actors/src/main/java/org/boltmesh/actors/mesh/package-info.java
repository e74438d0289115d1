/**
 * What nodes tell each other so that their media drivers link: where each takes handshakes, and
 * what it knows of cables. From it each node makes the view that its own driver joins.
 */
@NullMarked
package org.boltmesh.actors.mesh;

import org.jspecify.annotations.NullMarked;
