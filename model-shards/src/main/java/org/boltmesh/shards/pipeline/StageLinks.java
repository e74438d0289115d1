package org.boltmesh.shards.pipeline;

import java.util.Optional;
import java.util.function.LongSupplier;
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
     * @param clock nanoseconds, as {@link System#nanoTime()}
     * @throws ChannelException when one cannot be opened; none is then left open
     */
    public static StageLinks open(
            ChannelFactory factory,
            PipelineAddresses addresses,
            StageRole role,
            int embeddingSize,
            FrameCounters counters,
            LongSupplier clock) {
        PipelineLimits limits = role.limits();
        long activationsMax = limits.activationsMaxBytes(embeddingSize);
        int index = role.stage() - 1;
        try (var opening = new OpenChannels(factory, role, counters, clock)) {
            FramedLink head =
                    opening.both(
                            addresses.reports().get(index),
                            StageAnswer.reportMaxBytes(),
                            addresses.plans().get(index),
                            PlanLayout.lengthMaxBytes(limits));
            FramedLink before =
                    opening.inlet(
                            addresses.acknowledgements().get(index),
                            addresses.activations().get(index),
                            activationsMax);
            Optional<Outlet> next =
                    role.isLast()
                            ? Optional.empty()
                            : Optional.of(
                                    opening.outlet(
                                            addresses.activations().get(index + 1),
                                            ActivationsMessage.lengthBytes(1, embeddingSize),
                                            activationsMax,
                                            addresses.acknowledgements().get(index + 1)));
            opening.keep();
            return new StageLinks(head, before, next, head);
        }
    }

    /** Sends again what was lost. */
    int doWork() {
        return reports.doWork() + (next.isPresent() ? next.get().doWork() : 0);
    }

    @Override
    public void close() {
        plans.close();
        activations.close();
        next.ifPresent(Outlet::close);
        reports.close();
    }
}
