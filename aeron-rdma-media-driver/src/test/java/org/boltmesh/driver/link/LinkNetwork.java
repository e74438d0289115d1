package org.boltmesh.driver.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** Two links in virtual time, a millisecond a step, and everything between them that can fail. */
final class LinkNetwork {
    private static final long MS = 1_000_000;
    private static final long WALL_MS = 1_700_000_000_000L;

    private record Flight(long arrivalMs, boolean toA, ByteBuffer datagram) {}

    private final PriorityQueue<Flight> flights =
            new PriorityQueue<>(Comparator.comparingLong(Flight::arrivalMs));
    private final Random random;
    private final long seed;
    private final double loss;
    private long nowMs;
    private long lanCutUntilMs;
    private long cableCutUntilMs;
    private long highestEpoch;
    private long postedByA;
    private long postedByB;
    private boolean faulty = true;
    LinkNode a;
    LinkNode b;

    LinkNetwork(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.loss = random.nextDouble() * 0.6;
        this.a = node(true);
        this.b = node(false);
    }

    void stopFaults() {
        faulty = false;
        event(true, new LinkEvent.PortUp());
        event(false, new LinkEvent.PortUp());
    }

    boolean isUp() {
        return a.laneEpoch != 0 && a.laneEpoch == b.laneEpoch;
    }

    long nowMs() {
        return nowMs;
    }

    void step() {
        nowMs++;
        if (faulty) {
            fault();
        }
        while (!flights.isEmpty() && flights.peek().arrivalMs() <= nowMs) {
            Flight flight = flights.remove();
            node(flight).datagram(flight.datagram(), nowMs * MS);
            send();
        }
        slot(a, b);
        slot(b, a);
        a.tick(nowMs * MS);
        b.tick(nowMs * MS);
        send();
        check();
    }

    private void send() {
        a.takeSent().forEach(datagram -> fly(datagram, false));
        b.takeSent().forEach(datagram -> fly(datagram, true));
    }

    private void fly(ByteBuffer datagram, boolean toA) {
        int copies = faulty ? random.nextInt(6) == 0 ? 3 : 1 : 1;
        for (int i = 0; i < copies; i++) {
            boolean lost = faulty && (random.nextDouble() < loss || nowMs < lanCutUntilMs);
            if (!lost) {
                flights.add(new Flight(nowMs + delayMs(), toA, datagram));
            }
        }
    }

    private long delayMs() {
        if (!faulty) {
            return 1;
        }
        return random.nextInt(50) == 0 ? random.nextInt(20_000) : random.nextInt(30);
    }

    /** One slot over the cable: traffic, or the keep-alive that was asked for. */
    private void slot(LinkNode from, LinkNode to) {
        long epoch = from.laneEpoch != 0 ? from.laneEpoch : from.keepAliveEpoch;
        from.keepAliveEpoch = 0;
        boolean isThere = epoch != 0 && to.living.contains(epoch) && from.living.contains(epoch);
        if (isThere && nowMs >= cableCutUntilMs) {
            from.link.sent(epoch, nowMs * MS);
            if (faulty && random.nextInt(200) == 0) {
                to.link.checksumFailed(epoch, nowMs * MS);
            } else {
                to.link.heard(epoch, nowMs * MS);
            }
        }
    }

    private void fault() {
        boolean atA = random.nextBoolean();
        LinkNode node = atA ? a : b;
        switch (random.nextInt(8_000)) {
            case 0 -> lanCutUntilMs = nowMs + random.nextInt(5_000);
            case 1, 2 -> cableCutUntilMs = nowMs + random.nextInt(2_000);
            case 3 -> event(atA, new LinkEvent.SendOverdue(node.link.epoch(), "simulated"));
            case 4 -> event(atA, new LinkEvent.VerbFailed(node.link.epoch(), "simulated"));
            case 5 -> event(atA, new LinkEvent.PortDown());
            case 6, 7, 8 -> event(atA, new LinkEvent.PortUp());
            case 9, 10 -> restart(atA);
            default -> {}
        }
    }

    private void event(boolean atA, LinkEvent event) {
        (atA ? a : b).event(event, nowMs * MS);
        send();
    }

    private void restart(boolean atA) {
        if (atA) {
            a = node(true);
        } else {
            b = node(false);
        }
    }

    private LinkNode node(boolean isA) {
        LinkIdentity identity = isA ? new LinkIdentity("a", "b", 0) : new LinkIdentity("b", "a", 0);
        return new LinkNode(
                identity,
                LinkNode.SECRET,
                LinkNode.SHAPES,
                random.nextLong(),
                nowMs * MS,
                EpochSource.ofWallClock(() -> WALL_MS + nowMs));
    }

    private LinkNode node(Flight flight) {
        return flight.toA() ? a : b;
    }

    private void check() {
        String where = "seed " + seed + " at " + nowMs + " ms";
        postedByA = Math.max(postedByA, a.postedEpoch);
        postedByB = Math.max(postedByB, b.postedEpoch);
        for (LinkNode node : List.of(a, b)) {
            if (node.queuePairsMost > LinkOptions.DEFAULT.handshaking().queuePairsMax()) {
                throw new AssertionError("too many queue pairs, " + where);
            }
            if (node.laneEpoch != 0) {
                checkLanes(node, where);
            }
        }
    }

    private void checkLanes(LinkNode node, String where) {
        LinkNode other = node == a ? b : a;
        assertThat(node.laneEpoch).as(where).isGreaterThanOrEqualTo(highestEpoch);
        highestEpoch = node.laneEpoch;
        assertThat(Math.min(postedByA, postedByB)).as(where).isGreaterThanOrEqualTo(node.laneEpoch);
        boolean otherUses = other.laneEpoch != 0;
        if (otherUses) {
            assertThat(other.laneEpoch).as(where).isEqualTo(node.laneEpoch);
        }
    }
}
