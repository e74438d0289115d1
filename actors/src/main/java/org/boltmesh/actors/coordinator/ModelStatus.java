package org.boltmesh.actors.coordinator;

import java.util.List;

/**
 * A model as the director knows it.
 *
 * @param spec what was asked for
 * @param phase how far it is
 * @param detail why it waits or failed; empty while all is well
 * @param shards its parts in the order of the layers; empty where there is no plan
 * @param notes of the plan, for people
 * @param active requests that hold a sequence
 * @param waiting requests that wait for one
 * @param restarts how often its pipeline was put together again
 */
public record ModelStatus(
        ModelSpec spec,
        ModelPhase phase,
        String detail,
        List<ShardStatus> shards,
        List<String> notes,
        int active,
        int waiting,
        int restarts) {
    public ModelStatus {
        shards = List.copyOf(shards);
        notes = List.copyOf(notes);
    }
}
