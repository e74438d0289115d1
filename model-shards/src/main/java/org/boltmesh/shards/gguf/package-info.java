/** Reads GGUF files: metadata, tensor tables and where each tensor's bytes lie. */
@NullMarked
package org.boltmesh.shards.gguf;

import org.jspecify.annotations.NullMarked;
