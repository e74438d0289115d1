package org.boltmesh.shards.pipeline;

import java.util.Optional;
import org.boltmesh.shards.channel.FrameCounters;

/**
 * The ends of channels that a stage holds.
 *
 * @param plans from the head
 * @param activations from the stage before
 * @param next activations to the stage after; empty for the last one
 * @param reports to the head
 */
public record StageLinks(Inlet plans, Inlet activations, Optional<Outlet> next, Outlet reports)
        implements AutoCloseable {

    /**
     * Opens them.
     *
     * @param embeddingSize elements of a token's activations
     * @param counters what becomes of the frames that come
     * @throws ChannelException when one cannot be opened; none is then left open
     */
    public static StageLinks open(
            ChannelFactory factory,
            PipelineAddresses addresses,
            StageRole role,
            int embeddingSize,
            FrameCounters counters) {
        PipelineLimits limits = role.limits();
        int index = role.stage() - 1;
        try (var opening = new OpenChannels(factory, role, counters)) {
            StageLinks links =
                    new StageLinks(
                            opening.inlet(
                                    addresses.plans().get(index),
                                    PlanLayout.lengthMaxBytes(limits)),
                            opening.inlet(
                                    addresses.activations().get(index),
                                    limits.activationsMaxBytes(embeddingSize)),
                            role.isLast()
                                    ? Optional.empty()
                                    : Optional.of(
                                            opening.outlet(addresses.activations().get(index + 1))),
                            opening.outlet(addresses.reports().get(index)));
            opening.keep();
            return links;
        }
    }

    @Override
    public void close() {
        plans.close();
        activations.close();
        next.ifPresent(Outlet::close);
        reports.close();
    }
}
