package org.boltmesh.driver.fabric;

import java.util.Optional;
import java.util.OptionalInt;
import org.boltmesh.driver.verbs.PortState;

/**
 * A port of a node, from what its tools told: a Thunderbolt port, or an RDMA device elsewhere.
 *
 * @param interfaceName the IP interface beside it
 * @param deviceName the name of its RDMA device, whether there is one or not
 */
public record PortFacts(
        Optional<ThunderboltBus> bus,
        Optional<String> interfaceName,
        Optional<String> deviceName,
        Optional<DeviceFacts> device) {
    /** Stands for the ports of a node that has none, so that there is something to judge. */
    static final PortFacts NONE =
            new PortFacts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public OptionalInt receptacle() {
        return bus.map(ThunderboltBus::receptacle).orElse(OptionalInt.empty());
    }

    public boolean isActive() {
        return device.flatMap(DeviceFacts::state).filter(PortState.ACTIVE::equals).isPresent();
    }

    /** Whether a cable to another computer is in, or may be: not every system tells. */
    public boolean isCabled() {
        return isActive() || bus.map(known -> !known.peers().isEmpty()).orElse(true);
    }

    /** What to call it. */
    public String label() {
        return deviceName.orElse(
                receptacle().isPresent() ? "port " + receptacle().getAsInt() : "no port");
    }
}
