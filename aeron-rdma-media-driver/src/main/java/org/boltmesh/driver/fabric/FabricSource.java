package org.boltmesh.driver.fabric;

import java.util.List;

/** Where the description of a fabric comes from. */
public sealed interface FabricSource {
    /** The word in a configuration for {@link Automatic}. */
    String AUTO = "auto";

    /** From whatever the nodes tell. */
    enum Automatic implements FabricSource {
        INSTANCE
    }

    /** From a configuration. */
    record Configured(List<Cable> cables) implements FabricSource {
        public Configured {
            cables = List.copyOf(cables);
        }
    }

    /**
     * Reads a configuration: {@code auto} alone, or cables like {@code mac-1:rdma_en3 -
     * mac-2:rdma_en4}; none at all for no RDMA.
     *
     * @throws FabricException for anything else
     */
    static FabricSource of(List<String> texts) {
        return texts.equals(List.of(AUTO))
                ? Automatic.INSTANCE
                : new Configured(ConfiguredCables.parse(texts));
    }
}
