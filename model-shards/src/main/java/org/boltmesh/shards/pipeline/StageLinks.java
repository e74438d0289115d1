package org.boltmesh.shards.pipeline;

import java.util.Optional;

/**
 * The ends of channels that a stage holds.
 *
 * @param plans from the head
 * @param activations from the stage before
 * @param next activations to the stage after; empty for the last one
 * @param reports to the head
 */
public record StageLinks(
        MessageReceiver plans,
        MessageReceiver activations,
        Optional<MessageSender> next,
        MessageSender reports)
        implements AutoCloseable {

    /**
     * Opens them.
     *
     * @throws ChannelException when one cannot be opened; none is then left open
     */
    public static StageLinks open(ChannelFactory factory, PipelineAddresses addresses, int stage) {
        try (var opening = new OpenChannels(factory)) {
            StageLinks links =
                    new StageLinks(
                            opening.receiver(addresses.plans().get(stage - 1)),
                            opening.receiver(addresses.activations().get(stage - 1)),
                            stage + 1 < addresses.stageCount()
                                    ? Optional.of(
                                            opening.sender(addresses.activations().get(stage)))
                                    : Optional.empty(),
                            opening.sender(addresses.reports().get(stage - 1)));
            opening.keep();
            return links;
        }
    }

    @Override
    public void close() {
        plans.close();
        activations.close();
        next.ifPresent(MessageSender::close);
        reports.close();
    }
}
