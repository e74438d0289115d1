package org.boltmesh.bootstrap.bench.verbs;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.Manners;

/** The end that measures. */
public final class VerbsMeasuring {
    private static final long LOST_AFTER_NS = 1_000_000_000;
    private static final int LOST_MAX = 5;
    private static final int RING_BYTES = 4 << 20;
    static final int SLOTS_MAX = 64;
    private static final int FRAMES_MAX = 2048;
    private static final long WARM_UP_PART = 4;

    private final Device device;
    private final BenchWire wire;
    private final long durationNs;
    private final Optional<Path> ringFolder;
    private long nextNumber;
    private long windowStart;
    private long roundTripCount;
    private long lost;

    private VerbsMeasuring(Device device, BenchWire wire, VerbsWishes wishes) {
        this.device = device;
        this.wire = wire;
        this.durationNs = wishes.durationNs();
        this.ringFolder = wishes.ringFolder();
    }

    /**
     * Measures each length against an answering end, the first one once more before, for the JIT.
     *
     * @param progress told each length's figures as soon as they are there
     * @throws VerbsBenchException if the other end is lost or a work request fails
     */
    public static List<VerbsFigures> measure(
            Device device, Socket socket, VerbsWishes wishes, Consumer<VerbsFigures> progress)
            throws InterruptedException {
        try (BenchWire wire = new BenchWire(socket)) {
            wire.greet(device.manners());
            new VerbsMeasuring(device, wire, wishes).measure(wishes.lengths().getFirst());
            List<VerbsFigures> figures = new ArrayList<>();
            for (int lengthBytes : wishes.lengths()) {
                figures.add(new VerbsMeasuring(device, wire, wishes).measure(lengthBytes));
                progress.accept(figures.getLast());
            }
            wire.write(VerbsAnswerer.CLOSE);
            return List.copyOf(figures);
        } catch (IOException e) {
            VerbsBenchException.throwIfInterrupted();
            throw new VerbsBenchException("the answering end is lost: " + e.getMessage(), e);
        }
    }

    private static int slots(int lengthBytes) {
        int frames = Manners.frames(lengthBytes);
        int slots = Math.min(RING_BYTES / (frames * Manners.FRAME_BYTES), FRAMES_MAX / frames);
        return Math.clamp(slots, 2, SLOTS_MAX);
    }

    private VerbsFigures measure(int lengthBytes) throws IOException, InterruptedException {
        Map<Double, Long> ringTimes = ringRoundTrips(lengthBytes);
        int slots = slots(lengthBytes);
        wire.write(VerbsAnswerer.OPEN);
        wire.write(lengthBytes);
        wire.write(slots);
        try (BenchEnd end = new BenchEnd(device, lengthBytes, slots)) {
            end.join(wire);
            ask(VerbsAnswerer.ECHO);
            Map<Double, Long> times = roundTrips(end);
            ask(VerbsAnswerer.COUNT);
            windowStart = nextNumber;
            stream(end, durationNs / WARM_UP_PART);
            long startNs = System.nanoTime();
            long messages = stream(end, durationNs);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            wire.write(VerbsAnswerer.STOP);
            return new VerbsFigures(
                    lengthBytes,
                    roundTripCount,
                    times,
                    messages / seconds * lengthBytes,
                    messages / seconds,
                    ringTimes,
                    lost);
        }
    }

    private Map<Double, Long> ringRoundTrips(int lengthBytes)
            throws IOException, InterruptedException {
        if (ringFolder.isEmpty()) {
            return Map.of();
        }
        wire.write(VerbsAnswerer.RING);
        wire.write(lengthBytes);
        try (RingEnd ring = new RingEnd(ringFolder.get(), 0, lengthBytes)) {
            if (wire.read(VerbsAnswerer.CLOSE) != VerbsAnswerer.RING) {
                throw new VerbsBenchException("the answering end has no ring");
            }
            Map<Double, Long> times = roundTrips(ring);
            wire.write(VerbsAnswerer.STOP);
            return times;
        }
    }

    private void ask(int wish) throws IOException {
        wire.write(wish);
        int answer = wire.read(VerbsAnswerer.CLOSE);
        if (answer != wish) {
            throw new VerbsBenchException("the answering end gave up; see what it says");
        }
    }

    private Map<Double, Long> roundTrips(NumberedEnd end) throws InterruptedException {
        roundTrips(end, new Histogram(3), durationNs / WARM_UP_PART);
        Histogram times = new Histogram(3);
        roundTrips(end, times, durationNs);
        roundTripCount = times.getTotalCount();
        return VerbsFigures.percentiles(times);
    }

    private void roundTrips(NumberedEnd end, Histogram times, long forNs)
            throws InterruptedException {
        long endNs = System.nanoTime() + forNs;
        long startNs = System.nanoTime();
        while (startNs < endNs) {
            VerbsBenchException.throwIfInterrupted();
            long number = nextNumber++;
            boolean sent = end.send(number);
            long nowNs = System.nanoTime();
            while (end.lastNumber() != number && nowNs - startNs < LOST_AFTER_NS) {
                end.poll();
                sent = sent || end.send(number);
                nowNs = System.nanoTime();
            }
            if (end.lastNumber() == number) {
                times.recordValue(nowNs - startNs);
            } else {
                onLost();
            }
            startNs = System.nanoTime();
        }
    }

    private void onLost() {
        lost++;
        if (lost >= LOST_MAX) {
            throw new VerbsBenchException(
                    "%d times no answer within a second on %s, want a link that carries"
                                    .formatted(lost, device.name())
                            + " messages: is the cable in at both ends?");
        }
    }

    /**
     * Keeps as many messages under way as there are slots; those that the other end has counted.
     */
    private long stream(BenchEnd end, long forNs) throws InterruptedException {
        long creditedBefore = Math.max(end.credited(), windowStart);
        long startNs = System.nanoTime();
        long newsNs = startNs;
        long nowNs = startNs;
        while (nowNs - startNs < forNs) {
            VerbsBenchException.throwIfInterrupted();
            while (nextNumber - windowStart < end.slots() && end.send(nextNumber)) {
                nextNumber++;
            }
            end.poll();
            nowNs = System.nanoTime();
            if (end.credited() > windowStart) {
                windowStart = end.credited();
                newsNs = nowNs;
            } else if (nowNs - newsNs > LOST_AFTER_NS) {
                onLost();
                windowStart = nextNumber;
                newsNs = nowNs;
            }
        }
        return Math.max(0, end.credited() - creditedBefore);
    }
}
