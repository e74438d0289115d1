package org.boltmesh.shards.badcode.sampling;

import org.boltmesh.shards.badcode.gguf.GgufThatSamples;

/** Uses what it must not know. */
public interface SamplerThatReadsFiles {
    /** A cycle with the class that holds this one. */
    GgufThatSamples file();
}
