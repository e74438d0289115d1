package org.boltmesh.driver;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.boltmesh.driver.ibverbs.IbverbsProvider;
import org.boltmesh.driver.lane.LaneSizes;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedFabricException;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.verbs.VerbsProvider;

/**
 * The provider that a driver uses.
 *
 * @param provider empty where all goes by UDP
 * @param problem why, in words for people; empty where that is what is wanted
 */
record RdmaDevices(Optional<VerbsProvider> provider, String problem) {
    private static final RdmaDevices NONE = new RdmaDevices(Optional.empty(), "");

    /**
     * Opens what the options want. A library that is missing, or a simulated fabric that cannot be
     * used, is no error: UDP always works.
     *
     * @param clock nanoseconds
     */
    static RdmaDevices open(RdmaOptions options, LongSupplier clock) {
        return switch (options.provider()) {
            case OFF -> NONE;
            case SIMULATED -> simulated(options, clock);
            case VERBS -> usable(new IbverbsProvider(), true);
            case AUTO -> usable(new IbverbsProvider(), false);
        };
    }

    private static RdmaDevices simulated(RdmaOptions options, LongSupplier clock) {
        try {
            return usable(
                    new SimulatedProvider(
                            options.fabric().orElseThrow(),
                            options.host(),
                            new CallFaults(),
                            clock),
                    true);
        } catch (SimulatedFabricException e) {
            return new RdmaDevices(
                    Optional.empty(),
                    "%s; all goes by UDP until rdma.fabric is right and the node starts again"
                            .formatted(e.getMessage()));
        }
    }

    private static RdmaDevices usable(VerbsProvider provider, boolean isWanted) {
        Optional<String> objection = objection(provider);
        if (objection.isEmpty()) {
            return new RdmaDevices(Optional.of(provider), "");
        }
        provider.close();
        return isWanted ? new RdmaDevices(Optional.empty(), objection.get()) : NONE;
    }

    private static Optional<String> objection(VerbsProvider provider) {
        return provider.availability().available()
                ? provider.objectionToRegistering(2 * LaneSizes.USUAL.memoryBytes())
                : Optional.of(provider.availability().reason());
    }
}
