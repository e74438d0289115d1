/** Tests of {@code org.boltmesh.actors.node}. */
@NullMarked
package org.boltmesh.actors.node;

import org.jspecify.annotations.NullMarked;
