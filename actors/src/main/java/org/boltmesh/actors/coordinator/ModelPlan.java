package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.shards.model.LayerRange;

/**
 * Where the layers of a model go.
 *
 * @param generation counts up over all loads of a cluster; what belongs to another is dropped
 * @param stages in the order of the layers, each on another node
 * @param notes for people
 */
public record ModelPlan(
        ModelSpec spec, long generation, List<StagePlan> stages, List<String> notes) {
    public ModelPlan {
        stages = List.copyOf(stages);
        notes = List.copyOf(notes);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException(spec.name() + ": a plan without stages");
        }
    }

    /** The same with one more note. */
    ModelPlan withNote(String note) {
        return new ModelPlan(
                spec, generation, stages, Stream.concat(notes.stream(), Stream.of(note)).toList());
    }

    /**
     * One node's part.
     *
     * @param agent of the node
     * @param work where its media driver takes datagrams
     * @param file the node's own copy of the model
     */
    public record StagePlan(
            UUID node,
            String nodeName,
            ActorRef<NodeAgent.Command> agent,
            HostPort work,
            String file,
            LayerRange layers,
            Sizes sizes) {}

    /** Bytes as planned: weights and cache exactly, scratch at most. */
    public record Sizes(long weightBytes, long cacheBytes, long computeBytes) {
        long totalBytes() {
            return weightBytes + cacheBytes + computeBytes;
        }
    }
}
