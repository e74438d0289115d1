package org.boltmesh.shards.pipeline;

import java.util.List;

/**
 * Addresses of all channels of a pipeline, one of each kind for every stage but the head: entry
 * {@code i} belongs to stage {@code i + 1}. The same for all engines, which take what they need.
 *
 * @param plans from the head to each stage
 * @param activations from the stage before to each stage
 * @param reports from each stage to the head
 * @param acknowledgements of activations, from each stage to the one before; plans and reports
 *     acknowledge each other
 */
public record PipelineAddresses(
        List<String> plans,
        List<String> activations,
        List<String> reports,
        List<String> acknowledgements) {
    /** Checks that there are as many of each kind. */
    public PipelineAddresses {
        plans = List.copyOf(plans);
        activations = List.copyOf(activations);
        reports = List.copyOf(reports);
        acknowledgements = List.copyOf(acknowledgements);
        if (plans.size() != activations.size()
                || plans.size() != reports.size()
                || plans.size() != acknowledgements.size()) {
            throw new IllegalArgumentException(
                    "%d plan, %d activation, %d report and %d acknowledgement addresses, want as many of each"
                            .formatted(
                                    plans.size(),
                                    activations.size(),
                                    reports.size(),
                                    acknowledgements.size()));
        }
    }

    /** Stages that they connect. */
    public int stageCount() {
        return plans.size() + 1;
    }
}
