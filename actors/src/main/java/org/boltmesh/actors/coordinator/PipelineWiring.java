package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.boltmesh.actors.coordinator.ModelPlan.StagePlan;
import org.boltmesh.actors.transport.WorkAddress;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;

/** How the engines of a plan are connected. Pure. */
final class PipelineWiring {
    /**
     * A lost step costs little; the largest step of the slowest stage must not be taken for one.
     */
    static final PipelineTimes TIMES =
            new PipelineTimes(TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(120));

    /** Plans, activations, reports, acknowledgements: each with a stream for every stage. */
    private static final int STREAMS_PER_EPOCH = 4 * StageRole.STAGES_MAX;

    /** Generations that have streams of their own at the same time. */
    private static final long GENERATIONS = 1 << 16;

    /** Attempts of a generation that have streams of their own at the same time. */
    private static final int ATTEMPTS = 64;

    private static final int EPOCH_BITS = 20;

    private PipelineWiring() {}

    /** Addresses of all channels. No two epochs of a cluster share a stream. */
    static PipelineAddresses addresses(ModelPlan plan, int attempt) {
        int first = firstStream(plan.generation(), attempt);
        List<String> plans = new ArrayList<>();
        List<String> activations = new ArrayList<>();
        List<String> reports = new ArrayList<>();
        List<String> acknowledgements = new ArrayList<>();
        StagePlan head = plan.stages().getFirst();
        for (int stage = 1; stage < plan.stages().size(); stage++) {
            StagePlan before = plan.stages().get(stage - 1);
            StagePlan own = plan.stages().get(stage);
            plans.add(address(head, own, first + stage));
            activations.add(address(before, own, first + StageRole.STAGES_MAX + stage));
            reports.add(address(own, head, first + 2 * StageRole.STAGES_MAX + stage));
            acknowledgements.add(address(own, before, first + 3 * StageRole.STAGES_MAX + stage));
        }
        return new PipelineAddresses(plans, activations, reports, acknowledgements);
    }

    private static int firstStream(long generation, int attempt) {
        int epoch = (int) (generation % GENERATIONS) * ATTEMPTS + attempt % ATTEMPTS;
        return epoch * STREAMS_PER_EPOCH;
    }

    private static String address(StagePlan from, StagePlan to, int stream) {
        return new WorkAddress(from.work().host(), to.work().host(), to.work().port(), stream)
                .toString();
    }

    /** Epochs of a generation come after all of the one before. */
    static long epoch(long generation, int attempt) {
        return (generation << EPOCH_BITS) + attempt;
    }
}
