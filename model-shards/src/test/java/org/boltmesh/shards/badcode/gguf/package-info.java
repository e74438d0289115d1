/** Breaks the rule for GGUF: it stands alone. */
@NullMarked
package org.boltmesh.shards.badcode.gguf;

import org.jspecify.annotations.NullMarked;
