/** Breaks the rules that hold for every package without privileges. */
@NullMarked
package org.boltmesh.shards.badcode.plan;

import org.jspecify.annotations.NullMarked;
