/** Tests of sampling, against a slow readable reference. */
@NullMarked
package org.boltmesh.shards.sampling;

import org.jspecify.annotations.NullMarked;
