package org.boltmesh.shards.pipeline;

import java.util.List;

/**
 * The ends of channels that the head holds; entry {@code i} of a list belongs to stage {@code i +
 * 1}.
 *
 * @param plans to each other stage
 * @param activations to stage 1
 * @param reports from each other stage
 */
public record HeadLinks(
        List<MessageSender> plans, MessageSender activations, List<MessageReceiver> reports)
        implements AutoCloseable {
    /** Copies the lists. */
    public HeadLinks {
        plans = List.copyOf(plans);
        reports = List.copyOf(reports);
    }

    /**
     * Opens them.
     *
     * @throws ChannelException when one cannot be opened; none is then left open
     */
    public static HeadLinks open(ChannelFactory factory, PipelineAddresses addresses) {
        try (var opening = new OpenChannels(factory)) {
            HeadLinks links =
                    new HeadLinks(
                            addresses.plans().stream().map(opening::sender).toList(),
                            opening.sender(addresses.activations().getFirst()),
                            addresses.reports().stream().map(opening::receiver).toList());
            opening.keep();
            return links;
        }
    }

    @Override
    public void close() {
        plans.forEach(MessageSender::close);
        activations.close();
        reports.forEach(MessageReceiver::close);
    }
}
