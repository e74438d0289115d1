package org.boltmesh.actors.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.FabricSource;

/**
 * How the work between nodes uses RDMA; {@code reference.conf} gives the reasons.
 *
 * @param cables what tells of cables
 * @param fabric absolute; folder of the simulated fabric, for {@link RdmaProvider#SIMULATED} only
 * @param suspectAfter silence of a link after which its traffic goes by UDP
 * @param readyWait how long a model that is ready otherwise waits for its links
 */
public record RdmaSettings(
        RdmaProvider provider,
        FabricSource cables,
        Optional<Path> fabric,
        Duration suspectAfter,
        Duration readyWait) {}
