/**
 * The engine process: its protocol, the server with its step loop, and the handle by which another
 * process starts and drives it.
 */
@NullMarked
package org.boltmesh.shards.engine;

import org.jspecify.annotations.NullMarked;
