/** A facade over native code, as it should be. */
@NullMarked
package org.boltmesh.shards.badcode.toy;

import org.jspecify.annotations.NullMarked;
