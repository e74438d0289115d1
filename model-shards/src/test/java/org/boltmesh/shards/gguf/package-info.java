/** Tests of the GGUF reader, and a builder of small GGUF files for tests everywhere. */
@NullMarked
package org.boltmesh.shards.gguf;

import org.jspecify.annotations.NullMarked;
