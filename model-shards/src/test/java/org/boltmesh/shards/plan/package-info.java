/** Tests of plans, and of the ledger that keeps them apart. */
@NullMarked
package org.boltmesh.shards.plan;

import org.jspecify.annotations.NullMarked;
