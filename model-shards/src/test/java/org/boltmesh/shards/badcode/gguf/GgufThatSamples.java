package org.boltmesh.shards.badcode.gguf;

import org.boltmesh.shards.badcode.sampling.SamplerThatReadsFiles;

/** Uses what it must not know. */
public record GgufThatSamples(SamplerThatReadsFiles sampler) {}
