package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds what may be linked where nothing tells of cables: devices of two nodes in one subnet. In
 * the link-local one that is each with each, so a {@link LinkProbe} has to say which are.
 */
public final class AddressJoin {
    private AddressJoin() {}

    /** The candidates. */
    public static Fabric candidates(List<String> nodes, List<DeviceAddress> addresses) {
        List<Cable> cables = new ArrayList<>();
        for (int first = 0; first < addresses.size(); first++) {
            for (DeviceAddress second : addresses.subList(first + 1, addresses.size())) {
                if (isCandidate(addresses.get(first), second)) {
                    cables.add(Cable.between(addresses.get(first).port(), second.port()));
                }
            }
        }
        return new Fabric(nodes, cables);
    }

    private static boolean isCandidate(DeviceAddress first, DeviceAddress second) {
        return !first.port().node().equals(second.port().node())
                && first.prefix().isNeighbourOf(second.prefix());
    }

    /** What is left when both directions of each candidate are tried. */
    public static Fabric confirmed(Fabric candidates, LinkProbe probe) {
        return candidates.filter(
                cable ->
                        probe.answers(cable.a(), cable.b()) && probe.answers(cable.b(), cable.a()));
    }
}
