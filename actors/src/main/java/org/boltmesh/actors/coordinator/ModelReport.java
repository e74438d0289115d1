package org.boltmesh.actors.coordinator;

import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What a coordinator tells the director, about once a second and with each change.
 *
 * @param plan from which a new director learns what runs
 * @param shards in the order of the plan's stages
 * @param active requests that have begun
 * @param waiting requests that have not
 * @param restarts how often the pipeline was put together again
 */
public record ModelReport(
        ActorRef<ModelCoordinator.Command> coordinator,
        ModelPlan plan,
        Progress progress,
        List<ShardStatus> shards,
        int active,
        int waiting,
        int restarts) {
    public ModelReport {
        shards = List.copyOf(shards);
    }

    /** How far it is, and why no further. */
    public record Progress(ModelPhase phase, String detail) {}

    /** The same, not yet ready. */
    ModelReport loading(String detail) {
        return new ModelReport(
                coordinator,
                plan,
                new Progress(ModelPhase.LOADING, detail),
                shards,
                active,
                waiting,
                restarts);
    }

    /** The same with one more note of the plan. */
    ModelReport withNote(String note) {
        return new ModelReport(
                coordinator, plan.withNote(note), progress, shards, active, waiting, restarts);
    }

    ModelStatus status() {
        return new ModelStatus(
                plan.spec(),
                progress.phase(),
                progress.detail(),
                shards,
                plan.notes(),
                active,
                waiting,
                restarts);
    }
}
