package org.boltmesh.driver.link;

import java.util.List;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/** One side's end of a lane, as told to the other. */
record LaneEnd(LaneShape shape, RemoteQueuePair queuePair) {
    static List<LaneShape> shapes(List<LaneEnd> ends) {
        return ends.stream().map(LaneEnd::shape).toList();
    }

    static List<RemoteQueuePair> queuePairs(List<LaneEnd> ends) {
        return ends.stream().map(LaneEnd::queuePair).toList();
    }
}
