package org.boltmesh.actors.coordinator;

import org.boltmesh.shards.gguf.ModelFingerprint;
import org.boltmesh.shards.model.ModelFootprint;

/**
 * A node's own copy of a model.
 *
 * @param path absolute, on that node
 * @param fingerprint the same for the same file
 * @param footprint what a plan counts with
 */
public record FileFacts(String path, ModelFingerprint fingerprint, ModelFootprint footprint) {}
