/** Tests of finding and installing ggml, and the real libraries for other tests. */
@NullMarked
package org.boltmesh.shards.library;

import org.jspecify.annotations.NullMarked;
