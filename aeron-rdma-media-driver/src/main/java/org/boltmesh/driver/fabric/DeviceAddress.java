package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An IPv4 address by which a device can be reached, and its subnet. */
public record DeviceAddress(FabricPort port, Ipv4Prefix prefix) {
    private static final int LINK_LOCAL = 0xA9FE_0000;
    private static final int LINK_LOCAL_BITS = 16;
    private static final int USUAL_BITS = 24;

    /**
     * The addresses of a node's devices: those of their GIDs, with the subnet of the interface that
     * has the same one. Where no interface tells, that of link-local addresses, or 24 bits.
     */
    public static List<DeviceAddress> of(NodeFacts node) {
        List<DeviceAddress> addresses = new ArrayList<>();
        for (DeviceFacts device : node.rdma().devices()) {
            FabricPort port = new FabricPort(node.name(), device.name());
            for (GidEntry entry : device.ipv4Gids()) {
                addresses.add(new DeviceAddress(port, prefix(node, entry.gid().ipv4())));
            }
        }
        return addresses;
    }

    private static Ipv4Prefix prefix(NodeFacts node, int address) {
        Optional<Ipv4Prefix> own =
                node.interfaces().orElse(List.of()).stream()
                        .flatMap(found -> found.addresses().stream())
                        .filter(prefix -> prefix.address() == address)
                        .findFirst();
        boolean linkLocal = (address & 0xFFFF_0000) == LINK_LOCAL;
        return own.orElse(new Ipv4Prefix(address, linkLocal ? LINK_LOCAL_BITS : USUAL_BITS));
    }
}
