/**
 * Decides which node runs which layers of a model, and keeps count of the memory that loads take.
 * Pure: numbers in, plans or refusals out.
 */
@NullMarked
package org.boltmesh.shards.plan;

import org.jspecify.annotations.NullMarked;
