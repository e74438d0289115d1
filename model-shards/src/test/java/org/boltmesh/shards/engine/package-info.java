/** Tests of the engine process, with a made-up model in place of a real one. */
@NullMarked
package org.boltmesh.shards.engine;

import org.jspecify.annotations.NullMarked;
