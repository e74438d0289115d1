package org.boltmesh.bootstrap;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.shards.plan.Bytes;

/** The links between nodes for people. */
final class LinkText {
    private LinkText() {}

    /**
     * All links from each of their ends, and what is wrong with RDMA; empty where there is none.
     */
    static String links(List<NodeStatus> nodes) {
        var text = new StringBuilder();
        if (nodes.stream().anyMatch(node -> !node.mesh().links().isEmpty())) {
            var table =
                    new TextTable(
                            4,
                            7,
                            "from",
                            "to",
                            "device",
                            "link",
                            "epoch",
                            "sent",
                            "received",
                            "detail");
            for (NodeStatus node : nodes) {
                node.mesh().links().forEach(link -> add(table, node.name(), link));
            }
            text.append(System.lineSeparator()).append(table.text());
        }
        for (NodeStatus node : nodes) {
            if (!node.mesh().problem().isEmpty()) {
                text.append("%s: RDMA: %s%n".formatted(node.name(), node.mesh().problem()));
            }
        }
        return text.toString();
    }

    private static void add(TextTable table, String from, LinkStatus link) {
        LinkTraffic traffic = link.traffic();
        table.add(
                from,
                link.peer(),
                link.device(),
                StateJson.word(link.state()),
                Long.toString(link.epoch()),
                Bytes.rounded(traffic.sentBytes()),
                Bytes.rounded(traffic.receivedBytes()),
                detail(link));
    }

    private static String detail(LinkStatus link) {
        Map<String, Long> drops = link.traffic().drops();
        String dropped =
                drops.isEmpty()
                        ? ""
                        : drops.entrySet().stream()
                                .map(drop -> drop.getKey() + " " + drop.getValue())
                                .collect(Collectors.joining(", ", "dropped: ", ""));
        String reason = link.state() == LinkState.UP ? "" : link.reason();
        return reason.isEmpty() || dropped.isEmpty() ? reason + dropped : reason + "; " + dropped;
    }
}
