package org.boltmesh.shards.pipeline;

import java.util.List;
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
     * @param counters what becomes of the frames that come
     * @throws ChannelException when one cannot be opened; none is then left open
     */
    public static HeadLinks open(
            ChannelFactory factory,
            PipelineAddresses addresses,
            StageRole role,
            FrameCounters counters) {
        try (var opening = new OpenChannels(factory, role, counters)) {
            HeadLinks links =
                    new HeadLinks(
                            addresses.plans().stream().map(opening::outlet).toList(),
                            opening.outlet(addresses.activations().getFirst()),
                            addresses.reports().stream()
                                    .map(
                                            address ->
                                                    opening.inlet(
                                                            address, StageAnswer.reportMaxBytes()))
                                    .toList());
            opening.keep();
            return links;
        }
    }

    @Override
    public void close() {
        plans.forEach(Outlet::close);
        activations.close();
        reports.forEach(Inlet::close);
    }
}
