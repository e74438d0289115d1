package org.boltmesh.shards.pipeline;

/**
 * The place of an engine in a pipeline.
 *
 * @param epoch of the pipeline; counts up whenever its engines begin anew
 * @param stage counted from 0, the head
 * @param stageCount stages of the pipeline
 * @param limits of its steps
 */
public record StageRole(long epoch, int stage, int stageCount, PipelineLimits limits) {
    /** Stages that a pipeline can have. */
    public static final int STAGES_MAX = 64;

    /** Checks the numbers. */
    public StageRole {
        if (stageCount < 1 || stageCount > STAGES_MAX || stage < 0 || stage >= stageCount) {
            throw new IllegalArgumentException(
                    "stage %d of %d, want 0 to one less than the count, which is 1 to %d"
                            .formatted(stage, stageCount, STAGES_MAX));
        }
    }

    boolean isLast() {
        return stage == stageCount - 1;
    }
}
