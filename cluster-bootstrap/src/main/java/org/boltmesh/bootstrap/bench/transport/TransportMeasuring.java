package org.boltmesh.bootstrap.bench.transport;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;
import org.boltmesh.bootstrap.bench.verbs.BenchWire;
import org.boltmesh.bootstrap.bench.verbs.StreamEnd;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.verbs.Manners;

/** The process that measures. Each round has all tests, so that ratios compare like with like. */
public final class TransportMeasuring {
    private static final long LOST_AFTER_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int POLLS_BETWEEN_LOOKS = 4096;
    private static final int SENDS_PER_POLL = 16;

    /** Both ends count in these. */
    private static final int MESSAGES_MULTIPLE = 64;

    private static final int LEAD_IN_PART = 4;
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long STATUS_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Site site;
    private final BenchWire wire;
    private final SimulatedFabric fabric;
    private final CableEnd cable;
    private final TransportWishes wishes;
    private final Histogram times = new Histogram(3);
    private long nextNumber;
    private long driverBytes;

    private TransportMeasuring(
            Site site,
            BenchWire wire,
            SimulatedFabric fabric,
            BenchPlace place,
            TransportWishes wishes) {
        this.site = site;
        this.wire = wire;
        this.fabric = fabric;
        this.cable = new CableEnd(place.host(), place.device());
        this.wishes = wishes;
    }

    /**
     * Measures on the calling thread, against a {@link TransportAnswerer}.
     *
     * @param pinned what to tell of the threads' processors
     * @param progress told each round that is done, warm-up included, from 1 on
     * @throws VerbsBenchException if the other process is lost, a message is damaged, or something
     *     of the driver's traffic went by UDP
     */
    public static TransportFigures measure(
            BenchPlace place,
            Socket socket,
            TransportWishes wishes,
            String pinned,
            IntConsumer progress)
            throws InterruptedException {
        try (BenchWire wire = new BenchWire(socket);
                SimulatedFabric fabric = new SimulatedFabric(place.fabric())) {
            wire.greet(Manners.THUNDERBOLT);
            try (Site site = Site.open(place, wishes.lengths(), wire)) {
                return new TransportMeasuring(site, wire, fabric, place, wishes)
                        .measure(pinned, progress);
            }
        } catch (IOException e) {
            VerbsBenchException.throwIfInterrupted();
            throw new VerbsBenchException("the answering process is lost: " + e.getMessage(), e);
        }
    }

    private TransportFigures measure(String pinned, IntConsumer progress)
            throws IOException, InterruptedException {
        Map<TransportTest, List<TestFigures.Round>> rounds = new LinkedHashMap<>();
        for (int round = 1; round <= wishes.warmUpRounds() + wishes.rounds(); round++) {
            for (int lengthBytes : wishes.lengths()) {
                for (TransportTest test : TransportTest.of(lengthBytes)) {
                    TestFigures.Round figures = measure(test);
                    if (round > wishes.warmUpRounds()) {
                        rounds.computeIfAbsent(test, _ -> new ArrayList<>()).add(figures);
                    }
                }
            }
            progress.accept(round);
        }
        long laneBytes = checkedLaneBytes();
        List<TestFigures> tests =
                rounds.entrySet().stream()
                        .map(entry -> new TestFigures(entry.getKey(), entry.getValue()))
                        .toList();
        var figures = new TransportFigures(pinned, tests, laneBytes, List.of());
        figures = new TransportFigures(pinned, tests, laneBytes, breakdowns(figures));
        wire.write(Wishes.CLOSE);
        return figures;
    }

    /** Both ends have to find that nothing went by UDP; this is the other half of it. */
    private long checkedLaneBytes() throws InterruptedException {
        site.patience().rest(STATUS_NS);
        long laneBytes = site.laneBytes();
        if (laneBytes < driverBytes) {
            throw new VerbsBenchException(
                    "only %d bytes went by lanes, want the %d that were sent"
                            .formatted(laneBytes, driverBytes));
        }
        return laneBytes;
    }

    private List<CostBreakdown> breakdowns(TransportFigures figures) {
        return TransportGoal.ALL.stream()
                .filter(goal -> figures.ratio(goal).filter(r -> !goal.isMet(r)).isPresent())
                .map(goal -> goal.other().ofDriver())
                .distinct()
                .map(
                        test ->
                                new CostPieces(site)
                                        .of(
                                                test,
                                                roundTripNs(figures, test),
                                                roundTripNs(figures, test.ofBare())))
                .toList();
    }

    private static double roundTripNs(TransportFigures figures, TransportTest test) {
        return figures.of(test).orElseThrow().p50Ns().median();
    }

    private TestFigures.Round measure(TransportTest test) throws IOException, InterruptedException {
        fabric.latency(cable, test.latencyNs());
        wire.write(Wishes.TEST);
        wire.write(test.way().code());
        wire.write(test.lengthBytes());
        long udpBytes = site.udpBytes();
        TestFigures.Round round;
        try (StreamEnd end = site.open(test.way(), test.lengthBytes(), wire)) {
            expect(Wishes.READY);
            round = measure(test, end);
            wire.write(Wishes.STOP);
            site.bytes().verify(test.lengthBytes());
        }
        checkUdp(site.hear(wire), "the answering");
        checkUdp(site.udpBytes() - udpBytes, "the measuring");
        site.patience().rest(REST_NS);
        return round;
    }

    private static void checkUdp(long udpBytes, String whose) {
        if (udpBytes != 0) {
            throw new VerbsBenchException(
                    "%s process's driver sent %d bytes by UDP, want all by the cable"
                            .formatted(whose, udpBytes));
        }
    }

    private TestFigures.Round measure(TransportTest test, StreamEnd end)
            throws IOException, InterruptedException {
        int count = Math.ceilDiv(wishes.messages(), MESSAGES_MULTIPLE) * MESSAGES_MULTIPLE;
        int leadIn = Math.ceilDiv(count, LEAD_IN_PART * MESSAGES_MULTIPLE) * MESSAGES_MULTIPLE;
        ask(Wishes.ECHO);
        roundTrips(end, leadIn);
        times.reset();
        roundTrips(end, count);
        ask(Wishes.COUNT);
        stream(end, leadIn);
        long startNs = System.nanoTime();
        stream(end, count);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        if (test.way() == Way.DRIVER) {
            driverBytes += 2L * (leadIn + count) * test.lengthBytes();
        }
        return new TestFigures.Round(
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(99),
                (double) count * test.lengthBytes() / seconds);
    }

    private void ask(int wish) throws IOException, InterruptedException {
        wire.write(wish);
        expect(wish);
    }

    private void expect(int answer) throws IOException, InterruptedException {
        if (site.hear(wire) != answer) {
            throw new VerbsBenchException("the answering process gave up; see what it says");
        }
    }

    private void roundTrips(StreamEnd end, int count) throws InterruptedException {
        for (int done = 0; done < count; done++) {
            VerbsBenchException.throwIfInterrupted();
            long number = nextNumber++;
            long startNs = System.nanoTime();
            boolean isSent = end.send(number);
            int polls = 0;
            while (end.lastNumber() != number) {
                end.poll();
                isSent = isSent || end.send(number);
                checkNotLost(++polls, startNs);
            }
            times.recordValue(System.nanoTime() - startNs);
        }
    }

    /** Sends so many messages and waits until the other end has them. */
    private void stream(StreamEnd end, int count) throws InterruptedException {
        long endNumber = nextNumber + count;
        long startNs = System.nanoTime();
        int polls = 0;
        while (end.credited() < endNumber) {
            int room = (int) Math.min(SENDS_PER_POLL, endNumber - nextNumber);
            for (int sends = 0; sends < room && end.send(nextNumber); sends++) {
                nextNumber++;
            }
            end.poll();
            checkNotLost(++polls, startNs);
        }
    }

    private static void checkNotLost(int polls, long startNs) throws InterruptedException {
        if (polls % POLLS_BETWEEN_LOOKS == 0) {
            VerbsBenchException.throwIfInterrupted();
            if (System.nanoTime() - startNs > LOST_AFTER_NS) {
                throw new VerbsBenchException(
                        "no answer within 10 s, want both processes to have a processor: try again when the machine is quiet");
            }
        }
    }
}
