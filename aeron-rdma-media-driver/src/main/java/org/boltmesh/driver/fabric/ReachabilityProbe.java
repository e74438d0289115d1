package org.boltmesh.driver.fabric;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tries from a device of this machine whether an address answers that no router stands before: by
 * ICMP where the process may send it, else by TCP, where a refusal is an answer, too.
 */
public final class ReachabilityProbe implements LinkProbe {
    private static final int HOPS_MAX = 1;

    private final Map<FabricPort, Integer> addresses;
    private final Duration deadline;

    /**
     * A probe between these devices.
     *
     * @param deadline for each try
     */
    public ReachabilityProbe(List<DeviceAddress> addresses, Duration deadline) {
        this.addresses =
                addresses.stream()
                        .collect(
                                Collectors.toMap(
                                        DeviceAddress::port,
                                        known -> known.prefix().address(),
                                        (first, _) -> first));
        this.deadline = deadline;
    }

    /**
     * Only from a device of this machine.
     *
     * @throws FabricException for any other, and for a device without an address
     */
    @Override
    public boolean answers(FabricPort from, FabricPort to) {
        try {
            @Nullable NetworkInterface own = NetworkInterface.getByInetAddress(address(from));
            if (own == null) {
                throw new FabricException(
                        "cannot probe from %s, want a device of this machine".formatted(from));
            }
            return address(to).isReachable(own, HOPS_MAX, Math.toIntExact(deadline.toMillis()));
        } catch (IOException _) {
            return false; // no route, no right: it does not reach
        }
    }

    private InetAddress address(FabricPort port) throws IOException {
        Integer address = addresses.get(port);
        if (address == null) {
            throw new FabricException("%s has no IPv4 address, want one".formatted(port));
        }
        return InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(address).array());
    }
}
