/**
 * The port through which shards exchange messages: one-way channels of frames, the frame's format,
 * and how a message becomes frames and frames a message again. What lies below a channel is not
 * known here.
 */
@NullMarked
package org.boltmesh.shards.channel;

import org.jspecify.annotations.NullMarked;
