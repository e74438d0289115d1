package org.boltmesh.bootstrap.bench.verbs;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import org.boltmesh.driver.verbs.Device;

/** The end that answers: does what the measuring end asks for until that closes the socket. */
public final class VerbsAnswerer {
    static final int CLOSE = 0;
    static final int OPEN = 1;
    static final int ECHO = 2;
    static final int COUNT = 3;
    static final int STOP = 4;
    static final int RING = 5;

    private static final int LENGTH_MAX_BYTES = 1 << 20;

    private VerbsAnswerer() {}

    /**
     * Answers one measuring end.
     *
     * @param folder in shared memory with that end, for the rings that it may ask for
     * @throws VerbsBenchException if it says what cannot be understood, or a work request fails
     */
    public static void answer(Device device, Socket socket, Optional<Path> folder)
            throws InterruptedException {
        try (BenchWire wire = new BenchWire(socket)) {
            wire.greet(device.manners());
            for (int wish = wire.read(CLOSE); wish != CLOSE; wish = wire.read(CLOSE)) {
                switch (wish) {
                    case OPEN -> answerOneLength(device, wire);
                    case RING ->
                            answerByRing(
                                    wire,
                                    folder.orElseThrow(
                                            () ->
                                                    new VerbsBenchException(
                                                            "the measuring end asks for a ring,"
                                                                    + " which wants shared memory")));
                    default ->
                            throw new VerbsBenchException("wish %d, want 1 or 5".formatted(wish));
                }
            }
        } catch (IOException e) {
            VerbsBenchException.throwIfInterrupted();
            throw new VerbsBenchException("the measuring end is lost: " + e.getMessage(), e);
        }
    }

    private static void answerOneLength(Device device, BenchWire wire)
            throws IOException, InterruptedException {
        int lengthBytes = readLength(wire);
        int slots = inRange("slots", wire.read(0), 2, VerbsMeasuring.SLOTS_MAX);
        try (BenchEnd end = new BenchEnd(device, lengthBytes, slots)) {
            end.join(wire);
            for (int wish = wire.read(CLOSE); wish == ECHO || wish == COUNT; ) {
                end.become(wish == ECHO ? StreamEnd.Role.ECHO : StreamEnd.Role.COUNT);
                wire.write(wish);
                wish = pollUntilNews(end, wire);
            }
        }
    }

    private static void answerByRing(BenchWire wire, Path folder)
            throws IOException, InterruptedException {
        try (RingEnd ring = new RingEnd(folder, 1, readLength(wire))) {
            wire.write(RING);
            long answered = ring.lastNumber();
            Watch watch = new Watch(wire);
            while (!watch.hasNews(ring.poll())) {
                if (ring.lastNumber() != answered) {
                    answered = ring.lastNumber();
                    ring.send(answered);
                }
            }
            wire.read(CLOSE);
        }
    }

    private static int readLength(BenchWire wire) throws IOException {
        return inRange("length in bytes", wire.read(0), Long.BYTES, LENGTH_MAX_BYTES);
    }

    private static int inRange(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new VerbsBenchException(
                    "the measuring end asks for the %s %d, want %d to %d"
                            .formatted(what, value, min, max));
        }
        return value;
    }

    private static int pollUntilNews(BenchEnd end, BenchWire wire)
            throws IOException, InterruptedException {
        Watch watch = new Watch(wire);
        while (!watch.hasNews(end.poll())) {
            Thread.onSpinWait();
        }
        return wire.read(CLOSE);
    }
}
