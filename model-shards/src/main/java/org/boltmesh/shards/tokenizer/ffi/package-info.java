/** The entry points of the native tokenizers library, without policy. */
@NullMarked
package org.boltmesh.shards.tokenizer.ffi;

import org.jspecify.annotations.NullMarked;
