/** Tests of frames, messages and the channel in memory, with hostile and lossy streams. */
@NullMarked
package org.boltmesh.shards.channel;

import org.jspecify.annotations.NullMarked;
