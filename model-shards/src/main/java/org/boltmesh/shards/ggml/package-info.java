/** The ggml library: where it is found, its lifetime, buffers, backends and graphs. */
@NullMarked
package org.boltmesh.shards.ggml;

import org.jspecify.annotations.NullMarked;
