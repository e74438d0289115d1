/**
 * Writes GGUF files in the shape of real models with random weights, for measurements. It reads the
 * {@code config.json} of a model on Hugging Face, never its weights.
 */
@NullMarked
package org.boltmesh.shards.synth;

import org.jspecify.annotations.NullMarked;
