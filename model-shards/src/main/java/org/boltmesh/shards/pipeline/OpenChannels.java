package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.channel.FrameCounters;

/** Opens channels one after another, and closes those that are open where a later one fails. */
final class OpenChannels implements AutoCloseable {
    private final ChannelFactory factory;
    private final StageRole role;
    private final FrameCounters counters;
    private final List<Runnable> closing = new ArrayList<>();

    OpenChannels(ChannelFactory factory, StageRole role, FrameCounters counters) {
        this.factory = factory;
        this.role = role;
        this.counters = counters;
    }

    Outlet outlet(String address) {
        Outlet outlet = new FramedOutlet(factory.sender(address), role);
        closing.add(outlet::close);
        return outlet;
    }

    Inlet inlet(String address, long messageLengthMax) {
        Inlet inlet =
                new FramedInlet(
                        factory.receiver(address), role.epoch(), messageLengthMax, counters);
        closing.add(inlet::close);
        return inlet;
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
