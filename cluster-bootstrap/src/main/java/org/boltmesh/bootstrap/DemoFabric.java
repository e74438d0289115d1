package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.boltmesh.driver.simulated.Cables;
import org.boltmesh.driver.verbs.Manners;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulated fabric with a cable between every two nodes of a demo, in a private folder of shared
 * memory. Nodes that outlive the demo remove it, too.
 */
record DemoFabric(Path folder) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoFabric.class);
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /**
     * Lays the cables.
     *
     * @throws CommandException when there is no place for them
     */
    static DemoFabric lay(List<String> nodes) {
        String prefix = "boltmesh-demo-rdma-";
        try {
            Path folder =
                    Files.isWritable(SHARED_MEMORY)
                            ? Files.createTempDirectory(SHARED_MEMORY, prefix)
                            : Files.createTempDirectory(prefix);
            Files.writeString(
                    folder.resolve("cables"), Cables.fullMesh(Manners.THUNDERBOLT, nodes, ""));
            return new DemoFabric(folder);
        } catch (IOException e) {
            throw new CommandException("cannot lay simulated cables: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            FolderRemoval.removeAll(folder);
        } catch (IOException e) {
            LOG.warn("cannot remove {}: {}", folder, e.toString());
        }
    }
}
