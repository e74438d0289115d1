/** What several packages' tests share. */
@NullMarked
package org.boltmesh.shards;

import org.jspecify.annotations.NullMarked;
