package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.boltmesh.shards.plan.PlanOutcome.Plan;

/**
 * Who holds how much memory on which node, so that two loads never take the same bytes. Immutable:
 * whoever owns it, an actor, keeps the newest one. Sizes are bytes.
 *
 * @param bytesByLoad load id, then node id
 */
public record MemoryLedger(Map<String, Map<String, Long>> bytesByLoad) {
    /** Nothing is held. */
    public static final MemoryLedger EMPTY = new MemoryLedger(Map.of());

    /** Copies and checks. */
    public MemoryLedger {
        Map<String, Map<String, Long>> copy = new TreeMap<>();
        bytesByLoad.forEach((load, bytes) -> copy.put(load, checked(load, bytes)));
        bytesByLoad = Collections.unmodifiableMap(copy);
    }

    private static Map<String, Long> checked(String load, Map<String, Long> bytes) {
        bytes.forEach(
                (node, size) -> {
                    if (size < 0) {
                        throw new IllegalArgumentException(
                                "load %s: %d bytes on node %s, want 0 or more"
                                        .formatted(load, size, node));
                    }
                });
        return Map.copyOf(bytes);
    }

    /** What an attempt to reserve came to. */
    public sealed interface Outcome {}

    /** It holds the bytes now, or did before; {@code ledger} replaces the old one. */
    public record Reserved(MemoryLedger ledger) implements Outcome {}

    /** The load holds other bytes already: release them first. */
    public record Conflict(String load, Map<String, Long> held, Map<String, Long> asked)
            implements Outcome {}

    /** A node to reserve on is not there. */
    public record UnknownNode(String load, String node) implements Outcome {}

    /** Nothing was reserved, since it does not fit: the nodes that lack memory, by id. */
    public record Insufficient(String load, List<Shortage> nodes) implements Outcome {}

    /** As {@link #reserve(String, Map, List)}, with what a plan's stages take. */
    public Outcome reserve(String load, Plan plan, List<NodeMemory> nodes) {
        Map<String, Long> bytes = new TreeMap<>();
        plan.stages().forEach(stage -> bytes.put(stage.node().id(), stage.totalBytes()));
        return reserve(load, bytes, nodes);
    }

    /**
     * Reserves on all nodes or none. Reserving the same again changes nothing, also where it would
     * not fit by now.
     *
     * @param bytesByNode by node id
     * @param nodes as they are now; what they say is taken does not count, the ledger knows
     */
    public Outcome reserve(String load, Map<String, Long> bytesByNode, List<NodeMemory> nodes) {
        Map<String, Long> asked = checked(load, bytesByNode);
        Map<String, Long> held = bytesByLoad.get(load);
        if (held != null) {
            return held.equals(asked) ? new Reserved(this) : new Conflict(load, held, asked);
        }
        Map<String, NodeMemory> byId = new TreeMap<>();
        remaining(nodes).forEach(node -> byId.put(node.id(), node));
        List<Shortage> lacking = new ArrayList<>();
        for (Map.Entry<String, Long> entry : new TreeMap<>(asked).entrySet()) {
            NodeMemory node = byId.get(entry.getKey());
            if (node == null) {
                return new UnknownNode(load, entry.getKey());
            }
            lacking.add(Shortage.of(node, entry.getValue()));
        }
        lacking.removeIf(shortage -> shortage.missingBytes() == 0);
        return lacking.isEmpty()
                ? new Reserved(with(load, asked))
                : new Insufficient(load, lacking);
    }

    private MemoryLedger with(String load, Map<String, Long> bytes) {
        Map<String, Map<String, Long>> changed = new TreeMap<>(bytesByLoad);
        changed.put(load, bytes);
        return new MemoryLedger(changed);
    }

    /** The ledger without a load; the same where it holds nothing. */
    public MemoryLedger release(String load) {
        if (!bytesByLoad.containsKey(load)) {
            return this;
        }
        Map<String, Map<String, Long>> changed = new TreeMap<>(bytesByLoad);
        changed.remove(load);
        return new MemoryLedger(changed);
    }

    /** Loads that hold something. */
    public Set<String> loads() {
        return bytesByLoad.keySet();
    }

    /** What all loads hold on a node. */
    public long takenBytes(String node) {
        return bytesByLoad.values().stream().mapToLong(b -> b.getOrDefault(node, 0L)).sum();
    }

    /** The nodes with what the ledger's loads leave of them: what the next plan is made with. */
    public List<NodeMemory> remaining(List<NodeMemory> nodes) {
        return nodes.stream().map(node -> node.withTaken(takenBytes(node.id()))).toList();
    }
}
