/** Breaks the rule for sampling: it stands alone. With its neighbour it makes a cycle. */
@NullMarked
package org.boltmesh.shards.badcode.sampling;

import org.jspecify.annotations.NullMarked;
