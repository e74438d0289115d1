package org.boltmesh.bootstrap.metrics;

import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a node counts by itself. All only grow while its process lives.
 *
 * @param refusedMessages messages of other nodes that were refused, by reason
 * @param refusedConnections connections of other nodes that TLS refused
 * @param engineStarts engines that were started
 * @param driverStarts media drivers that were started
 */
public record NodeCounts(
        Supplier<Map<String, Long>> refusedMessages,
        LongSupplier refusedConnections,
        LongSupplier engineStarts,
        LongSupplier driverStarts) {
    /** Of a gateway without a node. */
    public static final NodeCounts NONE = new NodeCounts(Map::of, () -> 0, () -> 0, () -> 0);
}
