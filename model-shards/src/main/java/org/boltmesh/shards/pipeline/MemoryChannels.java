package org.boltmesh.shards.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.boltmesh.shards.channel.MemoryChannel;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/**
 * Channels between engines of one process; any string is an address. A channel that was hung up is
 * followed by a new one at the same address.
 */
public final class MemoryChannels implements ChannelFactory {
    private final int frameCount;
    private final int frameLengthMax;
    private final Map<String, MemoryChannel> channels = new ConcurrentHashMap<>();

    /** Channels of a megabyte each, in frames of 64 KiB. */
    public MemoryChannels() {
        this(16, 1 << 16);
    }

    /**
     * Channels of this size.
     *
     * @param frameCount frames that each holds
     * @param frameLengthMax longest frame in bytes
     */
    public MemoryChannels(int frameCount, int frameLengthMax) {
        this.frameCount = frameCount;
        this.frameLengthMax = frameLengthMax;
    }

    @Override
    public SendingChannel sender(String address) {
        return channel(address).sender();
    }

    @Override
    public ReceivingChannel receiver(String address) {
        return channel(address).receiver();
    }

    /** The channel at an address, to break its stream for example. */
    public MemoryChannel channel(String address) {
        return channels.compute(
                address,
                (_, present) ->
                        present != null && present.sender().isConnected()
                                ? present
                                : new MemoryChannel(frameCount, frameLengthMax));
    }
}
