package org.boltmesh.actors.transport;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;

/** A node with a media driver on a simulated cable, which may die, and channels over it. */
final class FaultyNode implements AutoCloseable {
    static final String DEVICE = "rdma_en3";

    private static final MeshKey KEY = new MeshKey("00112233445566778899aabbccddeeff");
    private static final int SUSPECT_AFTER_MS = 1000;

    private final String name;
    private final DriverStarter starter;
    private final boolean isProcess;
    private final AeronChannels channels;
    private DriverHandle driver;

    FaultyNode(String name, Path home, Path fabric, boolean isProcess) {
        this.name = name;
        this.isProcess = isProcess;
        MediaDriverOptions options =
                MediaDriverOptions.in(home.resolve(name))
                        .withTermLength(256 << 10)
                        .withRdma(
                                RdmaOptions.simulated(
                                                InetAddress.getLoopbackAddress(), fabric, name)
                                        .withSuspectAfter(SUSPECT_AFTER_MS));
        starter =
                isProcess
                        ? new ProcessDrivers(
                                MediaDriverLaunch.java(
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        DriverMain.class.getName()),
                                options,
                                home.resolve(name + ".log"),
                                Duration.ofSeconds(60))
                        : new InProcessDriver(options);
        driver = starter.start(Optional.empty());
        channels = new AeronChannels(driver.aeronDirectory());
    }

    AeronChannels channels() {
        return channels;
    }

    /** As by {@code kill -9} where it is a process. */
    void killDriver() {
        if (isProcess) {
            ProcessHandle.of(driver.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
        driver.close();
    }

    /** The next one, in a place that channels are told of as by control. */
    void startDriver() {
        driver = starter.start(Optional.empty());
        channels.moveTo(driver.aeronDirectory().toString());
    }

    /** Tells the driver who the peer is; to be said again after each start at either end. */
    void join(FaultyNode peer) {
        driver.join(
                new MeshView(
                        name,
                        KEY,
                        List.of(
                                new MeshPeer(
                                        peer.name,
                                        List.of("127.0.0.1:" + peer.handshakePort()),
                                        List.of("127.0.0.1"),
                                        List.of(new MeshCable(0, DEVICE))))));
    }

    private int handshakePort() {
        TestPair.await(
                () -> {
                    driver.ping();
                    return mesh().filter(status -> status.handshakePort() != 0).isPresent();
                });
        return mesh().orElseThrow().handshakePort();
    }

    private Optional<MeshStatus> mesh() {
        return driver.heartbeat().map(DriverEvent.Heartbeat::mesh);
    }

    boolean isLinkUp() {
        driver.ping();
        return mesh().stream()
                .flatMap(status -> status.links().stream())
                .anyMatch(link -> link.state() == LinkState.UP);
    }

    long laneBytes() {
        driver.ping();
        return mesh().stream()
                .flatMap(status -> status.links().stream())
                .map(LinkStatus::traffic)
                .mapToLong(traffic -> traffic.sentBytes())
                .sum();
    }

    @Override
    public void close() {
        channels.close();
        driver.close();
    }
}
