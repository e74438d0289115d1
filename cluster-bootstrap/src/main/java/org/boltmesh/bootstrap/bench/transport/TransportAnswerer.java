package org.boltmesh.bootstrap.bench.transport;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.boltmesh.bootstrap.bench.verbs.BenchWire;
import org.boltmesh.bootstrap.bench.verbs.StreamEnd;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;
import org.boltmesh.bootstrap.bench.verbs.Watch;
import org.boltmesh.driver.verbs.Manners;

/** The process that answers, until the other one ends. */
public final class TransportAnswerer {
    private static final int POLLS_BETWEEN_LOOKS = 1000;

    private final Site site;
    private final BenchWire wire;

    private TransportAnswerer(Site site, BenchWire wire) {
        this.site = site;
        this.wire = wire;
    }

    /**
     * Answers one measuring process, on the calling thread.
     *
     * @param lengths of messages, the same as of that process
     * @throws VerbsBenchException if that is lost, or a message is damaged
     */
    public static void answer(BenchPlace place, List<Integer> lengths, Socket socket)
            throws InterruptedException {
        try (BenchWire wire = new BenchWire(socket)) {
            wire.greet(Manners.THUNDERBOLT);
            try (Site site = Site.open(place, lengths, wire)) {
                new TransportAnswerer(site, wire).answer();
            }
        } catch (IOException e) {
            VerbsBenchException.throwIfInterrupted();
            throw new VerbsBenchException("the measuring process is lost: " + e.getMessage(), e);
        }
    }

    private void answer() throws IOException, InterruptedException {
        for (int wish = site.hear(wire); wish != Wishes.CLOSE; wish = site.hear(wire)) {
            Wishes.inRange("wish", wish, Wishes.TEST, Wishes.TEST);
            Way way = Way.of(wire.read(Wishes.CLOSE));
            int lengthBytes =
                    Wishes.inRange(
                            "length in bytes",
                            wire.read(Wishes.CLOSE),
                            TransportWishes.LENGTH_MIN_BYTES,
                            TransportWishes.LENGTH_MAX_BYTES);
            test(way, lengthBytes);
        }
    }

    private void test(Way way, int lengthBytes) throws IOException, InterruptedException {
        long udpBytes = site.udpBytes();
        try (StreamEnd end = site.open(way, lengthBytes, wire)) {
            wire.write(Wishes.READY);
            int wish = site.hear(wire);
            while (wish == Wishes.ECHO || wish == Wishes.COUNT) {
                end.become(wish == Wishes.ECHO ? StreamEnd.Role.ECHO : StreamEnd.Role.COUNT);
                wire.write(wish);
                var watch = new Watch(wire, POLLS_BETWEEN_LOOKS);
                while (!watch.hasNews(end.poll())) {
                    Thread.onSpinWait();
                }
                wish = wire.read(Wishes.CLOSE);
            }
            end.become(StreamEnd.Role.KEEP);
            site.bytes().verify(lengthBytes);
        }
        wire.write(Math.toIntExact(site.udpBytes() - udpBytes));
    }
}
