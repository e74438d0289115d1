package org.boltmesh.actors.session;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;

/**
 * What clients of a node ask of the cluster. Thread-safe; listeners are called by threads of actors
 * and must not block.
 */
public interface ClusterAccess {
    /** What the cluster is and serves; fails with a sentence when nobody answers in time. */
    CompletionStage<ClusterState> state();

    /**
     * Loads a model.
     *
     * @param listener hears what becomes of it; {@link LoadEvent.Done} or {@link LoadEvent.Refused}
     *     is the last
     */
    void load(ModelSpec spec, Consumer<LoadEvent> listener);

    /** Unloads a model; answered with why not, or with nothing when it is gone. */
    CompletionStage<Optional<String>> unload(String model);

    /**
     * Asks a model for an answer.
     *
     * @param listener hears what becomes of it; {@link AnswerEvent.Finished} or {@link
     *     AnswerEvent.Failed} is the last
     * @return what ends the request early; it then finishes as cancelled
     */
    Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener);
}
