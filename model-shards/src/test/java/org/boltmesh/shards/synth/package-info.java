/** Tests of files with random weights: what is in them, and that engines load them. */
@NullMarked
package org.boltmesh.shards.synth;

import org.jspecify.annotations.NullMarked;
