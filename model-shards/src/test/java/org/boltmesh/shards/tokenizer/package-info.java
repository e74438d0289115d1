/** Tests of tokenizers against recorded vectors and slow references. */
@NullMarked
package org.boltmesh.shards.tokenizer;

import org.jspecify.annotations.NullMarked;
