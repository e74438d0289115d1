package org.boltmesh.driver.fabric;

import java.net.Inet4Address;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** This machine's IP interfaces where there is no {@code ifconfig}. */
public final class LocalInterfaces {
    private LocalInterfaces() {}

    /** The interfaces; empty if the system does not say. */
    public static Optional<List<InterfaceFacts>> read() {
        try {
            return Optional.of(
                    NetworkInterface.networkInterfaces().map(LocalInterfaces::facts).toList());
        } catch (SocketException _) {
            // As on a machine without any: nothing is told.
            return Optional.empty();
        }
    }

    private static InterfaceFacts facts(NetworkInterface found) {
        List<Ipv4Prefix> addresses =
                found.getInterfaceAddresses().stream()
                        .filter(address -> address.getAddress() instanceof Inet4Address)
                        .map(LocalInterfaces::prefix)
                        .toList();
        return new InterfaceFacts(found.getName(), addresses, true, List.of());
    }

    private static Ipv4Prefix prefix(InterfaceAddress address) {
        return new Ipv4Prefix(
                ByteBuffer.wrap(address.getAddress().getAddress()).getInt(),
                address.getNetworkPrefixLength());
    }
}
