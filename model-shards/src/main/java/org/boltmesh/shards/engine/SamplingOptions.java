package org.boltmesh.shards.engine;

/** Stand-in until the sampling package is merged. */
public record SamplingOptions(double temperature, int topK, double topP, double minP, long seed) {}
