package org.boltmesh.actors.node;

import java.util.List;

/**
 * How a node starts its child processes.
 *
 * @param engineCommand what runs the command {@code engine}; its options follow
 * @param mediaDriverCommand what runs the command {@code media-driver}; its options follow
 */
public record NodePrograms(List<String> engineCommand, List<String> mediaDriverCommand) {
    public NodePrograms {
        engineCommand = List.copyOf(engineCommand);
        mediaDriverCommand = List.copyOf(mediaDriverCommand);
    }
}
