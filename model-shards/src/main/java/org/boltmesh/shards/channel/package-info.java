/**
 * The port through which shards exchange messages: one-way channels of frames, the frame's format,
 * and links of numbered messages over them, which outlive a break of a channel. What lies below a
 * channel is not known here.
 */
@NullMarked
package org.boltmesh.shards.channel;

import org.jspecify.annotations.NullMarked;
