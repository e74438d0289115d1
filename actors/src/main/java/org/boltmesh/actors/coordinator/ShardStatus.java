package org.boltmesh.actors.coordinator;

import java.util.Optional;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;

/**
 * One part of a model. All sizes are bytes.
 *
 * @param node name of the node that holds it
 * @param plannedWeightBytes exactly
 * @param plannedCacheBytes exactly
 * @param plannedComputeBytes at most
 * @param info what its engine says it takes, once it is loaded
 * @param pid of its engine; 0 while there is none
 * @param loadedBytes how far loading is
 */
public record ShardStatus(
        String node,
        LayerRange layers,
        long plannedWeightBytes,
        long plannedCacheBytes,
        long plannedComputeBytes,
        Optional<ShardInfo> info,
        long pid,
        long loadedBytes) {}
