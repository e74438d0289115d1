/**
 * Channels over Aeron: one client of the media driver per process, which comes back when the driver
 * does.
 */
@NullMarked
package org.boltmesh.actors.transport;

import org.jspecify.annotations.NullMarked;
