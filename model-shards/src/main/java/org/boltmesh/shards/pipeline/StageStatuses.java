package org.boltmesh.shards.pipeline;

import java.util.Arrays;

/**
 * What the stages said since a step was last sent again, to name the one that is to blame. Pure.
 */
final class StageStatuses {
    private enum State {
        SILENT,
        WAITING,
        DONE
    }

    /** By stage; that of the head is not used. */
    private final State[] states;

    StageStatuses(int stageCount) {
        states = new State[stageCount];
        clear();
    }

    void clear() {
        Arrays.fill(states, State.SILENT);
    }

    void note(int stage, boolean done) {
        states[stage] = done ? State.DONE : State.WAITING;
    }

    /** The first stage that is not done; the last one where all say that they are. */
    int culprit() {
        int stage = 1;
        while (stage < states.length - 1 && states[stage] == State.DONE) {
            stage++;
        }
        return stage;
    }

    /** What is known of a stage, as in "it ...". */
    String describe(int stage) {
        return switch (states[stage]) {
            case SILENT -> "does not answer";
            case WAITING -> "waits for activations of stage " + (stage - 1);
            case DONE -> "is done, but what it sent does not arrive";
        };
    }
}
