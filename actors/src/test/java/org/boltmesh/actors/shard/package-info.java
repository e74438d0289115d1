/** Tests of the package of the same name. */
@NullMarked
package org.boltmesh.actors.shard;

import org.jspecify.annotations.NullMarked;
