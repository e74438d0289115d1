package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.List;

/** Opens channels one after another, and closes those that are open where a later one fails. */
final class OpenChannels implements AutoCloseable {
    private final ChannelFactory factory;
    private final List<Runnable> closing = new ArrayList<>();

    OpenChannels(ChannelFactory factory) {
        this.factory = factory;
    }

    MessageSender sender(String address) {
        MessageSender sender = factory.sender(address);
        closing.add(sender::close);
        return sender;
    }

    MessageReceiver receiver(String address) {
        MessageReceiver receiver = factory.receiver(address);
        closing.add(receiver::close);
        return receiver;
    }

    /** From now on they are someone else's. */
    void keep() {
        closing.clear();
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }
}
