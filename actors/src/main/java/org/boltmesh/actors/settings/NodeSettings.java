package org.boltmesh.actors.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Everything that can be set about a node; checked, so that nothing that starts with it need check
 * again.
 *
 * @param name unique in the cluster
 * @param home absolute; what Boltmesh keeps on this machine for all nodes
 * @param dataFolder absolute; belongs to this node alone
 * @param rdma how the work between nodes uses RDMA
 * @param http how it serves clients
 * @param memoryLimitBytes most memory that the planner may use here; absent for what is free
 * @param memoryReserveBytes what models leave free for everything else
 * @param engineThreads that compute in each engine; absent for the engine's choice
 * @param models may be empty
 */
public record NodeSettings(
        String name,
        Path home,
        Path dataFolder,
        NetworkSettings network,
        RdmaSettings rdma,
        HttpSettings http,
        OptionalLong memoryLimitBytes,
        long memoryReserveBytes,
        OptionalInt engineThreads,
        Isolation isolation,
        List<ModelSettings> models,
        TimeoutSettings timeouts) {
    public NodeSettings {
        models = List.copyOf(models);
    }
}
