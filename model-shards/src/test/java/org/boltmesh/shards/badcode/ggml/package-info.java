/** Stands for the package that only the engine may use. */
@NullMarked
package org.boltmesh.shards.badcode.ggml;

import org.jspecify.annotations.NullMarked;
