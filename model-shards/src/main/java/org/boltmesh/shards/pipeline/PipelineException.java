package org.boltmesh.shards.pipeline;

import java.util.Optional;
import java.util.stream.Stream;

/** A step that a pipeline could not run; names the stage, the step and what happened. */
public final class PipelineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of failure it is. */
    public enum Kind {
        /** The model cannot compute the step; later steps can be run. */
        REFUSED(1, false),
        /** A defect showed in a stage, whose log says more; later steps can be run. */
        INTERNAL(2, false),
        /** A stage got a plan or activations that do not fit; later steps can be run. */
        INVALID(3, false),
        /** A stage has not seen a step before this one; a new epoch is wanted. */
        GAP(4, true),
        /** A stage does not answer; a new epoch is wanted. */
        TIMEOUT(5, true);

        private final int code;
        private final boolean isLasting;

        Kind(int code, boolean isLasting) {
            this.code = code;
            this.isLasting = isLasting;
        }

        /** What stands for it in messages. */
        int code() {
            return code;
        }

        static Optional<Kind> of(int code) {
            return Stream.of(values()).filter(kind -> kind.code == code).findFirst();
        }

        /** Whether no later step of the epoch can be run either. */
        public boolean isLasting() {
            return isLasting;
        }
    }

    private final Kind kind;
    private final int stage;
    private final long step;
    private final String problem;

    /** A failure of a stage in a step. */
    public PipelineException(Kind kind, int stage, long step, String problem) {
        super("stage %d, step %d: %s".formatted(stage, step, problem));
        this.kind = kind;
        this.stage = stage;
        this.step = step;
        this.problem = problem;
    }

    /** What kind of failure it is. */
    public Kind kind() {
        return kind;
    }

    /** The stage at which it showed, counted from 0, the head. */
    public int stage() {
        return stage;
    }

    /** The number of the step in its epoch. */
    public long step() {
        return step;
    }

    /** The same failure again, for a step that could not even be begun. */
    PipelineException again() {
        PipelineException again = new PipelineException(kind, stage, step, problem);
        again.initCause(this);
        return again;
    }
}
