package org.boltmesh.actors.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers in the data folder that this node is in a cluster with others, until it leaves them in
 * order. So a killed first seed knows that the others may go on without it.
 */
final class ClusterMark {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterMark.class);

    private final Path file;

    ClusterMark(Path dataFolder) {
        file = dataFolder.resolve("in-cluster");
    }

    /** Whether it had not left the others when it last ended. */
    boolean isSet() {
        return Files.exists(file);
    }

    /** There are others. */
    void set() {
        try {
            NodeFiles.replace(file, "with others since its last start\n");
        } catch (IOException e) {
            LOG.warn("cannot write {}: {}", file, e.toString());
        }
    }

    /** It has left them. */
    void clear() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("cannot remove {}: {}", file, e.toString());
        }
    }
}
