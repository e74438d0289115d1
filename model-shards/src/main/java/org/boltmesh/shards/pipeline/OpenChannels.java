package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.FrameHeader;
import org.boltmesh.shards.channel.FrameOrigin;
import org.boltmesh.shards.channel.MessageLink;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/** Opens channels one after another, and closes those that are open where a later one fails. */
final class OpenChannels implements AutoCloseable {
    private final ChannelFactory factory;
    private final StageRole role;
    private final FrameCounters counters;
    private final LongSupplier clock;
    private final List<Runnable> closing = new ArrayList<>();

    OpenChannels(
            ChannelFactory factory, StageRole role, FrameCounters counters, LongSupplier clock) {
        this.factory = factory;
        this.role = role;
        this.counters = counters;
        this.clock = clock;
    }

    /** A link that carries messages both ways. */
    FramedLink both(String to, long sentMax, String from, long receivedMax) {
        return link(to, FrameHeader.LENGTH_BYTES, sentMax, from, receivedMax, true);
    }

    /**
     * A link that carries messages there, and back only what was acknowledged.
     *
     * @param usualBytes of a message
     */
    FramedLink outlet(String to, long usualBytes, long sentMax, String from) {
        return link(to, FrameHeader.LENGTH_BYTES + usualBytes, sentMax, from, 0, false);
    }

    /** The other end of such a link. */
    FramedLink inlet(String to, String from, long receivedMax) {
        return link(to, FrameHeader.LENGTH_BYTES, 0, from, receivedMax, true);
    }

    private FramedLink link(
            String to,
            long usualBytes,
            long sentMax,
            String from,
            long receivedMax,
            boolean isPolled) {
        SendingChannel out = factory.sender(to, usualBytes);
        closing.add(out::close);
        ReceivingChannel in = factory.receiver(from);
        closing.add(in::close);
        var link =
                new MessageLink(
                        out,
                        in,
                        FrameOrigin.newborn(role.epoch(), role.stage()),
                        Math.toIntExact(sentMax),
                        Math.toIntExact(receivedMax),
                        counters);
        return new FramedLink(to, link, clock, isPolled);
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
