/**
 * Chooses the next token from logits. A choice is a pure function of logits, history, options and
 * position, so that a replay needs no saved state and gives the same tokens on every machine.
 */
@NullMarked
package org.boltmesh.shards.sampling;

import org.jspecify.annotations.NullMarked;
