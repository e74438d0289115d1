package org.boltmesh.shards.channel;

/**
 * What happens to a {@link Channel} beside its frames. Called by a thread of the transport: do not
 * block.
 */
public sealed interface ChannelEvent {
    /** Which channel, in words. */
    String channel();

    /**
     * The stream broke: frames under way may be lost. The channel comes back by itself.
     *
     * @param incarnation the number that ended with it
     * @param reason a sentence for people
     */
    record ChannelBroken(String channel, long incarnation, String reason) implements ChannelEvent {}

    /** The channel is connected, for the first time or again. */
    record ChannelConnected(String channel, long incarnation) implements ChannelEvent {}
}
