package org.boltmesh.driver.fabric;

import java.util.List;

/**
 * What is known of a node and of its ports.
 *
 * @param ports at least one, if only to say that there is none
 */
public record NodeDiagnosis(NodeFacts facts, List<PortDiagnosis> ports) {
    public NodeDiagnosis {
        ports = List.copyOf(ports);
    }

    /** Whether messages can go over this device by RDMA. */
    boolean isUsable(String device) {
        return ports.stream()
                .filter(port -> port.facts().label().equals(device))
                .anyMatch(port -> port.verdict().isUsable());
    }
}
