package org.boltmesh.actors.mesh;

import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.MacVersion;

/**
 * What a driver is told to use. Pure.
 *
 * @param provider never {@link RdmaProvider#AUTO} on a machine that has no devices
 * @param objection why not what the settings want, with the cure; empty where there is none
 */
public record RdmaChoice(RdmaProvider provider, String objection) {
    /** The first macOS whose queue pairs survive what happens to cables. */
    private static final int MAC_MAJOR = 26;

    private static final int MAC_MINOR = 3;

    /**
     * The choice for this machine.
     *
     * @param isMac macOS tells of its devices to its library alone
     * @param macOs empty where it is not known
     * @param devices that the system tells of, elsewhere
     */
    public static RdmaChoice of(
            RdmaProvider wanted, boolean isMac, Optional<MacVersion> macOs, List<String> devices) {
        return switch (wanted) {
            case OFF, SIMULATED -> new RdmaChoice(wanted, "");
            case VERBS, AUTO -> isMac ? onMac(wanted, macOs) : elsewhere(wanted, devices);
        };
    }

    private static RdmaChoice onMac(RdmaProvider wanted, Optional<MacVersion> macOs) {
        return macOs.filter(version -> !version.isAtLeast(MAC_MAJOR, MAC_MINOR))
                .map(
                        version ->
                                new RdmaChoice(
                                        RdmaProvider.OFF,
                                        "%s, want %d.%d or later for RDMA over Thunderbolt: update macOS; work between nodes goes by UDP"
                                                .formatted(version, MAC_MAJOR, MAC_MINOR)))
                .orElseGet(() -> new RdmaChoice(wanted, ""));
    }

    private static RdmaChoice elsewhere(RdmaProvider wanted, List<String> devices) {
        return wanted == RdmaProvider.AUTO && devices.isEmpty()
                ? new RdmaChoice(RdmaProvider.OFF, "")
                : new RdmaChoice(wanted, "");
    }
}
