package org.boltmesh.bootstrap.bench.transport;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.boltmesh.bootstrap.bench.verbs.BenchEnd;
import org.boltmesh.bootstrap.bench.verbs.BenchWire;
import org.boltmesh.bootstrap.bench.verbs.StreamEnd;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.RdmaMediaDriver;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;

/**
 * One of the two processes: its drivers, clients, streams and device, none of which has a thread of
 * its own but for what a device's calls need. One thread does everything, {@link #patience} too.
 */
final class Site implements AutoCloseable {
    private static final int BARE_SLOTS = 64;
    private static final long BARE_MEMORY_BYTES = 64L << 20;
    private static final int SECOND_DIRECTION = 1000;

    /** Both ends of this cable are on this machine, for as long as the measurement takes. */
    private static final MeshKey KEY = new MeshKey("00112233445566778899aabbccddeeff");

    /** A link rests while the other ways are measured. */
    private static final int SUSPECT_AFTER_MS = 10_000;

    private final BenchPlace place;
    private final List<Integer> lengths;
    private final RdmaMediaDriver driver;
    private final Device device;
    private final Map<Way, Streams> streams = new EnumMap<>(Way.class);
    private final List<AeronHost> hosts = new ArrayList<>();
    private final MessageBytes bytes = new MessageBytes();
    private final Patience patience = new Patience(this::turnAll);

    /** Closes what is open, the last first. */
    private final Deque<Runnable> parts = new ArrayDeque<>();

    private Site(BenchPlace place, List<Integer> lengths) {
        this.place = place;
        this.lengths = lengths;
        driver = RdmaMediaDriver.invoked(options(place));
        parts.addFirst(driver::close);
        SimulatedProvider provider =
                new SimulatedProvider(place.fabric(), place.host(), new CallFaults());
        parts.addFirst(provider::close);
        device =
                Device.open(
                        provider, place.device(), new RegisteredMemoryBudget(BARE_MEMORY_BYTES));
        parts.addFirst(device::close);
    }

    /**
     * Starts everything and connects it with the other process, which does the same.
     *
     * @param lengths of the messages that there will be, the same for both
     * @throws IOException if that is lost
     */
    static Site open(BenchPlace place, List<Integer> lengths, BenchWire wire)
            throws IOException, InterruptedException {
        Site site = new Site(place, lengths);
        try {
            site.join(wire);
            return site;
        } catch (IOException | InterruptedException | RuntimeException e) {
            site.close();
            throw e;
        }
    }

    private static MediaDriverOptions options(BenchPlace place) {
        return MediaDriverOptions.in(place.directory(place.host(), "rdma"))
                .withRdma(
                        RdmaOptions.simulated(
                                        InetAddress.getLoopbackAddress(),
                                        place.fabric(),
                                        place.host())
                                .withSuspectAfter(SUSPECT_AFTER_MS));
    }

    private MediaDriver stockDriver() {
        MediaDriver stock =
                MediaDriver.launch(
                        new MediaDriver.Context()
                                .aeronDirectoryName(place.directory(place.host(), "udp").toString())
                                .dirDeleteOnStart(true)
                                .dirDeleteOnShutdown(true)
                                .threadingMode(ThreadingMode.INVOKER));
        parts.addFirst(stock::close);
        return stock;
    }

    private AeronHost add(Way way, AeronHost host) {
        parts.addFirst(host::close);
        hosts.add(host);
        streams.put(way, streams(way, host));
        return host;
    }

    private Streams streams(Way way, AeronHost host) {
        return new Streams(host, patience, StreamShape.all(way, lengths));
    }

    private void join(BenchWire wire) throws IOException, InterruptedException {
        MediaDriver stock = stockDriver();
        AeronHost rdma =
                add(Way.DRIVER, AeronHost.connect(driver.aeronDirectory(), driver::doWork));
        add(
                Way.UDP,
                AeronHost.connect(
                        Path.of(stock.aeronDirectoryName()), stock.sharedAgentInvoker()::invoke));
        int peerPort = exchange(wire, mesh().handshakePort());
        driver.join(place.view(KEY, peerPort));
        if (place.isFirst()) {
            streams.put(Way.IPC, streams(Way.IPC, rdma));
        } else {
            add(Way.IPC, AeronHost.connect(place.directory(place.peer(), "rdma"), () -> {}));
        }
        openStreams(wire);
        patience.until("the link by the simulated cable", this::isUp);
        for (Streams each : streams.values()) {
            patience.until("streams to be connected", each::areConnected);
        }
        exchange(wire, Wishes.READY);
    }

    private void openStreams(BenchWire wire) throws IOException, InterruptedException {
        for (Way way : List.of(Way.DRIVER, Way.UDP)) {
            int port = LoopbackPort.free();
            of(way).listenByUdp(port);
            of(way).sendByUdp(exchange(wire, port));
        }
        int listenAt = place.isFirst() ? 0 : SECOND_DIRECTION;
        of(Way.IPC).byIpc(listenAt, SECOND_DIRECTION - listenAt);
    }

    private Streams of(Way way) {
        Streams known = streams.get(way);
        if (known == null) {
            throw new IllegalArgumentException("way %s, want one with streams".formatted(way));
        }
        return known;
    }

    /** Both say a number; returns the other one's. Everything goes on meanwhile. */
    private int exchange(BenchWire wire, int number) throws IOException, InterruptedException {
        wire.write(number);
        return hear(wire);
    }

    /** What the other end says next, while everything goes on. */
    int hear(BenchWire wire) throws IOException, InterruptedException {
        patience.untilHeard(wire);
        return wire.read(Wishes.CLOSE);
    }

    private boolean isUp() {
        List<LinkStatus> links = mesh().links();
        return !links.isEmpty() && links.getFirst().state() == LinkState.UP;
    }

    private MeshStatus mesh() {
        return heartbeat().mesh();
    }

    private DriverEvent.Heartbeat heartbeat() {
        return driver.heartbeat().orElseThrow();
    }

    /** Bytes that the driver has sent by UDP so far. */
    long udpBytes() {
        return heartbeat().peers().stream().mapToLong(DriverEvent.Peer::sentBytes).sum();
    }

    /** Bytes that went by lanes, as of 200 ms ago. */
    long laneBytes() {
        return mesh().links().getFirst().traffic().sentBytes();
    }

    private void turnAll() {
        for (AeronHost host : hosts) {
            host.turn();
        }
    }

    Patience patience() {
        return patience;
    }

    MessageBytes bytes() {
        return bytes;
    }

    /** One turn of the driver without anything to do. */
    int turnDriver() {
        return driver.doWork();
    }

    /** An end for messages of one length, to be closed; the other process opens one, too. */
    StreamEnd open(Way way, int lengthBytes, BenchWire wire) throws IOException {
        if (way != Way.BARE) {
            return of(way).end(way, lengthBytes, bytes);
        }
        BenchEnd end =
                new BenchEnd(
                        device,
                        lengthBytes,
                        BARE_SLOTS,
                        memory -> new ChecksummedPayload(memory, bytes));
        try {
            end.join(wire);
            return end;
        } catch (IOException | RuntimeException e) {
            end.close();
            throw e;
        }
    }

    @Override
    public void close() {
        parts.forEach(Runnable::run);
        parts.clear();
    }
}
