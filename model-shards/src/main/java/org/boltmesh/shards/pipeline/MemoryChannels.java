package org.boltmesh.shards.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Channels between engines of one process; any string is an address. */
public final class MemoryChannels implements ChannelFactory {
    private final Map<String, MemoryChannel> channels = new ConcurrentHashMap<>();

    @Override
    public MessageSender sender(String address) {
        return channel(address);
    }

    @Override
    public MessageReceiver receiver(String address) {
        return channel(address);
    }

    private MemoryChannel channel(String address) {
        return channels.computeIfAbsent(address, _ -> new MemoryChannel());
    }
}
