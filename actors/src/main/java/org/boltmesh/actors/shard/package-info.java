/**
 * A range of a model's layers on one node: the actor that keeps its engine running, and the ports
 * through which it gets one.
 */
@NullMarked
package org.boltmesh.actors.shard;

import org.jspecify.annotations.NullMarked;
