package org.boltmesh.driver.fabric;

import java.util.Comparator;

/** A device of a node: {@code mac-1:rdma_en3}. */
public record FabricPort(String node, String device) implements Comparable<FabricPort> {
    private static final Comparator<FabricPort> ORDER =
            Comparator.comparing(FabricPort::node).thenComparing(FabricPort::device);

    @Override
    public int compareTo(FabricPort other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return node + ":" + device;
    }
}
