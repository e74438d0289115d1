/** Tests of the work plane: many stages in one process, with made-up layers and with real ones. */
@NullMarked
package org.boltmesh.shards.pipeline;

import org.jspecify.annotations.NullMarked;
