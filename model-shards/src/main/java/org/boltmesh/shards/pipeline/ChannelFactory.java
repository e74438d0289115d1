package org.boltmesh.shards.pipeline;

import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/**
 * Opens the ends of channels by addresses that whoever plans the pipeline makes up. Thread-safe.
 */
public interface ChannelFactory {
    /**
     * The sending end; it connects by itself.
     *
     * @throws ChannelException for an address that it cannot use
     */
    SendingChannel sender(String address);

    /**
     * The sending end of a channel whose usual length of messages is known, for whoever can make
     * use of it.
     *
     * @param usualBytes of a message with its header
     * @throws ChannelException for an address that it cannot use
     */
    default SendingChannel sender(String address, long usualBytes) {
        return sender(address);
    }

    /**
     * The receiving end; it connects by itself.
     *
     * @throws ChannelException for an address that it cannot use
     */
    ReceivingChannel receiver(String address);

    /**
     * Carries all channels elsewhere from now on, those that are open, too; they break and come
     * back there. Does nothing where there is one place only.
     *
     * @param place in the factory's own words
     */
    default void moveTo(String place) {}

    /** The factory of an engine that works alone. */
    static ChannelFactory none() {
        return new ChannelFactory() {
            @Override
            public SendingChannel sender(String address) {
                throw none(address);
            }

            @Override
            public ReceivingChannel receiver(String address) {
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
