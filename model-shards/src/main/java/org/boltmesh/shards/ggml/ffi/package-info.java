/**
 * C functions of ggml through the foreign function API: names verbatim, no policy. One library per
 * process, opened through {@link org.boltmesh.shards.ggml.ffi.Symbols} before anything else.
 */
@NullMarked
package org.boltmesh.shards.ggml.ffi;

import org.jspecify.annotations.NullMarked;
