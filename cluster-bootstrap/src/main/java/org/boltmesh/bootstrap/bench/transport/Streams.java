package org.boltmesh.bootstrap.bench.transport;

import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;

/** All streams of one way at one end. */
final class Streams {
    private final AeronHost host;
    private final Patience patience;
    private final SortedMap<Integer, Integer> shapes;
    private final Map<Integer, Subscription> in = new HashMap<>();
    private final Map<Integer, ExclusivePublication> out = new HashMap<>();

    /**
     * None yet.
     *
     * @param shapes that there will be, with their longest messages; each costs every turn of a
     *     driver something
     */
    Streams(AeronHost host, Patience patience, SortedMap<Integer, Integer> shapes) {
        this.host = host;
        this.patience = patience;
        this.shapes = shapes;
    }

    /** Listens at a port of loopback. */
    void listenByUdp(int port) throws InterruptedException {
        listen("aeron:udp?endpoint=127.0.0.1:" + port, 0);
    }

    void sendByUdp(int port) throws InterruptedException {
        send("aeron:udp?endpoint=127.0.0.1:%d|interface=127.0.0.1".formatted(port), 0);
    }

    /**
     * Listens and sends in shared memory.
     *
     * @param listenAt added to the numbers of the streams that are received, since both directions
     *     share their names
     */
    void byIpc(int listenAt, int sendAt) throws InterruptedException {
        listen("aeron:ipc", listenAt);
        send("aeron:ipc?alias=bench", sendAt);
    }

    private void listen(String channel, int base) throws InterruptedException {
        for (int shape : shapes.keySet()) {
            long id = host.addSubscription(channel, base + StreamShape.streamId(shape));
            patience.until("a subscription of " + channel, () -> host.hasSubscription(id));
            in.put(shape, host.subscription(id));
        }
    }

    private void send(String channel, int base) throws InterruptedException {
        for (Map.Entry<Integer, Integer> each : shapes.entrySet()) {
            int shape = each.getKey();
            String full =
                    "%s|mtu=%d|term-length=%d"
                            .formatted(
                                    channel,
                                    StreamShape.mtuBytes(shape),
                                    StreamShape.termBytes(shape, each.getValue()));
            long id = host.addPublication(full, base + StreamShape.streamId(shape));
            patience.until("a publication to " + full, () -> host.hasPublication(id));
            out.put(shape, host.publication(id));
        }
    }

    boolean areConnected() {
        return in.values().stream().allMatch(Subscription::isConnected)
                && out.values().stream().allMatch(ExclusivePublication::isConnected);
    }

    /**
     * An end for messages of one length, which is one of those that the shapes are for.
     *
     * @throws org.boltmesh.bootstrap.bench.verbs.VerbsBenchException if it is not
     */
    AeronEnd end(Way way, int lengthBytes, MessageBytes bytes) {
        int shape = StreamShape.of(way, lengthBytes);
        if (!shapes.containsKey(shape)) {
            throw new VerbsBenchException(
                    "%d bytes by %s, want a length that both processes know of"
                            .formatted(lengthBytes, way.label()));
        }
        return new AeronEnd(
                host::turn,
                Objects.requireNonNull(out.get(shape)),
                Objects.requireNonNull(in.get(shape)),
                lengthBytes,
                bytes);
    }
}
