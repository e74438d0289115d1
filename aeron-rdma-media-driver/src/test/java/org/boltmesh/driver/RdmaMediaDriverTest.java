package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RdmaMediaDriverTest {
    private static final int MESSAGES = 100;
    private static final int MESSAGE_BYTES = 1000;

    @TempDir Path folder;

    @Test
    void shouldServeAndLeaveNothing() throws IOException {
        Path directory = folder.resolve("aeron");
        try (var driver = launch(directory)) {
            assertThat(driver.aeronDirectory()).isEqualTo(directory);
            assertThat(AeronDirectory.driverPid(directory)).hasValue(ProcessHandle.current().pid());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
            assertThat(driver.heartbeat().orElseThrow().silentMs()).isLessThan(10_000);
        }
        assertThat(folder).isEmptyDirectory();
        assertThat(AeronDirectory.driverPid(directory)).isEmpty();
    }

    @Test
    void shouldCountWhatItSendsToAPeer() {
        try (var driver = launch(folder.resolve("aeron"));
                Aeron aeron =
                        Aeron.connect(
                                new Aeron.Context()
                                        .aeronDirectoryName(driver.aeronDirectory().toString()));
                Subscription subscription =
                        aeron.addSubscription("aeron:udp?endpoint=127.0.0.1:0", 7)) {
            Await.until(() -> !subscription.localSocketAddresses().isEmpty());
            String peer = subscription.localSocketAddresses().getFirst();
            try (Publication publication = aeron.addPublication("aeron:udp?endpoint=" + peer, 7)) {
                send(publication, subscription);
            }
            DriverEvent.Heartbeat beat = driver.heartbeat().orElseThrow();
            assertThat(beat.peers()).extracting(DriverEvent.Peer::address).containsExactly(peer);
            long sentBytes = beat.peers().getFirst().sentBytes();
            assertThat(sentBytes).isGreaterThanOrEqualTo(MESSAGES * MESSAGE_BYTES);
            Await.until(() -> driver.heartbeat().orElseThrow().sentBytes() >= sentBytes);
            assertThat(beat.faults().errors()).isZero();
        }
    }

    private static void send(Publication publication, Subscription subscription) {
        var message = new UnsafeBuffer(new byte[MESSAGE_BYTES]);
        Await.until(publication::isConnected);
        for (int sent = 0; sent < MESSAGES; sent++) {
            Await.until(() -> publication.offer(message) > 0);
            Await.until(() -> subscription.poll((_, _, _, _) -> {}, 1) > 0);
        }
    }

    @Test
    void shouldRefuseADirectoryInUse() {
        Path directory = folder.resolve("aeron");
        try (var driver = launch(directory)) {
            assertThatThrownBy(() -> launch(directory))
                    .isInstanceOf(MediaDriverException.class)
                    .hasMessageContaining("another media driver holds")
                    .hasMessageContaining("aeron.lock");
            assertThat(driver.heartbeat()).isPresent();
        }
    }

    @Test
    void shouldNotDeleteWhatIsNoDriversDirectory() throws IOException {
        Files.writeString(folder.resolve("precious"), "thesis");
        assertThatThrownBy(() -> launch(folder))
                .isInstanceOf(MediaDriverException.class)
                .hasMessageContaining("is no directory of a media driver");
        assertThat(folder.resolve("precious")).hasContent("thesis");
        assertThat(folder.resolveSibling(folder.getFileName() + ".lock")).doesNotExist();
    }

    @Test
    void shouldReplaceWhatADeadDriverLeft() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("aeron"));
        Files.write(directory.resolve("cnc.dat"), new byte[100]);
        Files.writeString(folder.resolve("aeron.lock"), "of a process that was killed");
        try (var driver = launch(directory)) {
            assertThat(driver.heartbeat()).isPresent();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldSayThatAFolderIsMissing() {
        assertThatThrownBy(() -> launch(folder.resolve("no/such/aeron")))
                .isInstanceOf(MediaDriverException.class)
                .hasMessageContaining("cannot lock")
                .hasMessageContaining("no/such/aeron.lock");
    }

    @Test
    void shouldReadEventsItWrote() throws IOException {
        var faults = new DriverEvent.Faults(6, 7, "broken \"pipe\"");
        for (DriverEvent event :
                List.of(
                        new DriverEvent.Hello(1, 4711, "/a/b"),
                        new DriverEvent.Heartbeat(
                                1,
                                2,
                                3,
                                4,
                                5,
                                faults,
                                List.of(new DriverEvent.Peer("h:1", 8)),
                                mesh()),
                        new DriverEvent.Refused("busy"))) {
            assertThat(DriverJson.event(DriverJson.encode(event))).isEqualTo(event);
        }
    }

    private static MeshStatus mesh() {
        var traffic = new LinkTraffic(1, 2, 3, 4, 5, 6, Map.of("stale-epoch", 7L));
        var link = new LinkStatus("node-2", 0, "rdma_en3", LinkState.UP, "ready", 8, traffic);
        return new MeshStatus("simulated", "", 9, false, List.of(link));
    }

    private static RdmaMediaDriver launch(Path directory) {
        return RdmaMediaDriver.launch(MediaDriverOptions.in(directory), () -> {});
    }
}
