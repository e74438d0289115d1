package org.boltmesh.actors.coordinator;

import java.util.Optional;
import java.util.UUID;
import org.boltmesh.actors.serialization.RemoteMessage;

/**
 * What a node says about a model's file.
 *
 * @param facts absent where the file cannot be used
 * @param problem why not, as a sentence that names the file; else empty
 */
public record FileReport(UUID node, Optional<FileFacts> facts, String problem)
        implements RemoteMessage {
    static FileReport of(UUID node, FileFacts facts) {
        return new FileReport(node, Optional.of(facts), "");
    }

    static FileReport problem(UUID node, String sentence) {
        return new FileReport(node, Optional.empty(), sentence);
    }
}
