package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.boltmesh.shards.channel.FrameCounters;

/**
 * The ends of channels that the head holds; entry {@code i} of a list belongs to stage {@code i +
 * 1}.
 *
 * @param plans to each other stage
 * @param activations to stage 1
 * @param reports from each other stage
 */
public record HeadLinks(List<Outlet> plans, Outlet activations, List<Inlet> reports)
        implements AutoCloseable {
    /** Copies the lists. */
    public HeadLinks {
        plans = List.copyOf(plans);
        reports = List.copyOf(reports);
    }

    /**
     * Opens them.
     *
     * @param embeddingSize elements of a token's activations
     * @param counters what becomes of the frames that come
     * @param clock nanoseconds, as {@link System#nanoTime()}
     * @throws ChannelException when one cannot be opened; none is then left open
     */
    public static HeadLinks open(
            ChannelFactory factory,
            PipelineAddresses addresses,
            StageRole role,
            int embeddingSize,
            FrameCounters counters,
            LongSupplier clock) {
        PipelineLimits limits = role.limits();
        long planMax = PlanLayout.lengthMaxBytes(limits);
        try (var opening = new OpenChannels(factory, role, counters, clock)) {
            List<FramedLink> stages = new ArrayList<>();
            for (int index = 0; index < addresses.plans().size(); index++) {
                stages.add(
                        opening.both(
                                addresses.plans().get(index),
                                planMax,
                                addresses.reports().get(index),
                                StageAnswer.reportMaxBytes()));
            }
            FramedLink next =
                    opening.outlet(
                            addresses.activations().getFirst(),
                            ActivationsMessage.lengthBytes(1, embeddingSize),
                            limits.activationsMaxBytes(embeddingSize),
                            addresses.acknowledgements().getFirst());
            opening.keep();
            return new HeadLinks(List.copyOf(stages), next, List.copyOf(stages));
        }
    }

    /** Sends again what was lost. */
    int doWork() {
        int work = activations.doWork();
        for (int index = 0; index < plans.size(); index++) {
            work += plans.get(index).doWork();
        }
        return work;
    }

    @Override
    public void close() {
        plans.forEach(Outlet::close);
        activations.close();
        reports.forEach(Inlet::close);
    }
}
