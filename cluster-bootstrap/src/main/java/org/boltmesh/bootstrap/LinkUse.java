package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.shards.plan.Bytes;

/**
 * What went over links, and what beside them, while they were up.
 *
 * @param before when the links were up
 * @param after when the work was done
 */
record LinkUse(ClusterState before, ClusterState after) {
    /** Whether any node has a link. */
    boolean isAny() {
        return links(after).findAny().isPresent();
    }

    /** The fields of {@code --json}; nothing where there are no links. */
    Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (isAny()) {
            fields.put("links", after.nodes().stream().flatMap(LinkUse::states).toList());
            fields.put("lane_bytes", laneBytes());
            fields.put("udp_bytes", udpBytes());
        }
        return fields;
    }

    private static Stream<Map<String, Object>> states(NodeStatus node) {
        return node.mesh().links().stream()
                .map(
                        link -> {
                            Map<String, Object> fields = new LinkedHashMap<>();
                            fields.put("from", node.name());
                            fields.put("to", link.peer());
                            fields.put("cable", link.cable());
                            fields.put("state", StateJson.word(link.state()));
                            fields.put("epoch", link.epoch());
                            fields.put("bytes", link.traffic().sentBytes());
                            return fields;
                        });
    }

    /** Sent on lanes. */
    long laneBytes() {
        return lanes(after) - lanes(before);
    }

    /** Sent by UDP; counters that a driver's restart set back count from then. */
    long udpBytes() {
        return Math.max(0, udp(after) - udp(before));
    }

    private static long lanes(ClusterState state) {
        return links(state).mapToLong(link -> link.traffic().sentBytes()).sum();
    }

    private static long udp(ClusterState state) {
        return state.nodes().stream()
                .flatMap(node -> node.sent().stream())
                .mapToLong(NodeStatus.SentBytes::bytes)
                .sum();
    }

    private static Stream<LinkStatus> links(ClusterState state) {
        return state.nodes().stream().flatMap(node -> node.mesh().links().stream());
    }

    /** One line for people. */
    String text() {
        List<LinkStatus> all = links(after).toList();
        long up = all.stream().filter(link -> link.state() == LinkState.UP).count();
        return "[links: %d of %d ends up; %s by lanes, %s by UDP while it wrote]"
                .formatted(up, all.size(), Bytes.rounded(laneBytes()), Bytes.rounded(udpBytes()));
    }
}
