/**
 * Text to token ids and back, from the vocabulary that a GGUF file carries. Encoding uses a native
 * library and belongs to the engine process; {@link org.boltmesh.shards.tokenizer.TokenBytes} and
 * {@link org.boltmesh.shards.tokenizer.Utf8Stream} are plain Java for any process.
 */
@NullMarked
package org.boltmesh.shards.tokenizer;

import org.jspecify.annotations.NullMarked;
