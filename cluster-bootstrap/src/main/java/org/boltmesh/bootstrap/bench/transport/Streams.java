package org.boltmesh.bootstrap.bench.transport;

import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.util.ArrayList;
import java.util.List;

/** All streams of one way at one end. */
final class Streams {
    private static final int TERM_BYTES = 4 << 20;

    private final AeronHost host;
    private final Patience patience;
    private final List<Subscription> in = new ArrayList<>();
    private final List<ExclusivePublication> out = new ArrayList<>();

    Streams(AeronHost host, Patience patience) {
        this.host = host;
        this.patience = patience;
    }

    AeronHost host() {
        return host;
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
        for (int shape = 0; shape < StreamShape.count(); shape++) {
            long id = host.addSubscription(channel, base + StreamShape.streamId(shape));
            patience.until("a subscription of " + channel, () -> host.hasSubscription(id));
            in.add(host.subscription(id));
        }
    }

    private void send(String channel, int base) throws InterruptedException {
        for (int shape = 0; shape < StreamShape.count(); shape++) {
            String full =
                    "%s|mtu=%d|term-length=%d"
                            .formatted(channel, StreamShape.mtuBytes(shape), TERM_BYTES);
            long id = host.addPublication(full, base + StreamShape.streamId(shape));
            patience.until("a publication to " + full, () -> host.hasPublication(id));
            out.add(host.publication(id));
        }
    }

    boolean areConnected() {
        return in.stream().allMatch(Subscription::isConnected)
                && out.stream().allMatch(ExclusivePublication::isConnected);
    }

    AeronEnd end(Way way, int lengthBytes, MessageBytes bytes) {
        int shape = StreamShape.of(way, lengthBytes);
        return new AeronEnd(host::turn, out.get(shape), in.get(shape), lengthBytes, bytes);
    }
}
