/** Runs a range of a model's layers: architectures, key/value cache, steps. */
@NullMarked
package org.boltmesh.shards.model;

import org.jspecify.annotations.NullMarked;
