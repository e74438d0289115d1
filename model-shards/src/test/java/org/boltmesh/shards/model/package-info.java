/** The engine's numbers against goldens and slow references, on both ggml libraries. */
@NullMarked
package org.boltmesh.shards.model;

import org.jspecify.annotations.NullMarked;
