package org.boltmesh.shards.pipeline;

/**
 * Opens the ends of channels by addresses that whoever plans the pipeline makes up. Thread-safe.
 */
public interface ChannelFactory {
    /**
     * The sending end.
     *
     * @throws ChannelException for an address that it cannot use
     */
    MessageSender sender(String address);

    /**
     * The receiving end.
     *
     * @throws ChannelException for an address that it cannot use
     */
    MessageReceiver receiver(String address);

    /** The factory of an engine that works alone. */
    static ChannelFactory none() {
        return new ChannelFactory() {
            @Override
            public MessageSender sender(String address) {
                throw none(address);
            }

            @Override
            public MessageReceiver receiver(String address) {
                throw none(address);
            }

            private ChannelException none(String address) {
                return new ChannelException(
                        "address %s: this engine was started without channels, want one of a node"
                                .formatted(address));
            }
        };
    }
}
