package org.boltmesh.shards.badcode.ggml;

/** Stands for anything of ggml. */
public interface Tensor {}
