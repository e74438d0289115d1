/** The ggml library: its loader's words, its binary interface. */
@NullMarked
package org.boltmesh.shards.ggml;

import org.jspecify.annotations.NullMarked;
