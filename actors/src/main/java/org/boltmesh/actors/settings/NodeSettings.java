package org.boltmesh.actors.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Everything that can be set about a node; checked, so that nothing that starts with it need check
 * again.
 *
 * @param name unique in the cluster
 * @param dataFolder absolute; belongs to this node alone
 * @param memoryLimitBytes most memory that the planner may use here; absent for what is free
 * @param models may be empty
 */
public record NodeSettings(
        String name,
        Path dataFolder,
        NetworkSettings network,
        OptionalLong memoryLimitBytes,
        Isolation isolation,
        List<ModelSettings> models,
        TimeoutSettings timeouts) {
    public NodeSettings {
        models = List.copyOf(models);
    }
}
