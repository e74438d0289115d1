/**
 * Tests of claimed child processes: frames, sockets, timers. What runs in them is tested by its
 * module.
 */
@NullMarked
package org.boltmesh.process;

import org.jspecify.annotations.NullMarked;
