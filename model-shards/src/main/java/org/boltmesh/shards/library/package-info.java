/**
 * Finding, extracting and installing the ggml libraries. Nothing here loads a library: that is the
 * work of whoever is given a candidate.
 */
@NullMarked
package org.boltmesh.shards.library;

import org.jspecify.annotations.NullMarked;
