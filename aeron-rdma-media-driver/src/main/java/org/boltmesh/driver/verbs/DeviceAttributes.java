package org.boltmesh.driver.verbs;

/**
 * A device's limits ({@code ibv_query_device}).
 *
 * @param maxQueuePairs queue pairs of all processes together
 * @param maxRegions memory regions of all processes together
 * @param maxQueueDepth largest depth of a queue, in the unit of {@link QueueDepths}
 * @param maxCompletions largest completion queue
 * @param portCount ports, numbered from 1
 */
public record DeviceAttributes(
        int maxQueuePairs, int maxRegions, int maxQueueDepth, int maxCompletions, int portCount) {}
