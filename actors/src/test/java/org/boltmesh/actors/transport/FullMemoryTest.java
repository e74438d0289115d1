package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.RdmaMediaDriver;
import org.boltmesh.shards.channel.ChannelEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory that is shared and full, as in a container that has little; needs the right to mount. */
@Timeout(120)
class FullMemoryTest {
    private static final int SMALL_MIB = 40;
    private static final int MIDDLE_MIB = 120;
    private static final int LARGE_MIB = 400;

    @TempDir Path home;
    private Path memory = Path.of("");

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        memory = Files.createDirectory(home.resolve("shm"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", size(SMALL_MIB), "none", memory.toString()))
                .as("the right to mount memory of a given size")
                .isTrue();
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", "-l", memory.toString());
    }

    private static String size(int mib) {
        return "size=%dm".formatted(mib);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException _) {
            return false; // there is no such command
        }
    }

    private void resize(int mib) throws IOException, InterruptedException {
        assertThat(run("mount", "-o", "remount," + size(mib), memory.toString())).isTrue();
    }

    /** Counts how often somebody wants a driver. */
    private record Counting(DriverStarter starter, AtomicInteger starts) implements DriverStarter {
        @Override
        public Path aeronDirectory() {
            return starter.aeronDirectory();
        }

        @Override
        public DriverHandle start(Optional<SpareHandle> spare) {
            starts.incrementAndGet();
            return starter.start(spare);
        }

        @Override
        public boolean hasSpares() {
            return starter.hasSpares();
        }

        @Override
        public SpareHandle prepare() {
            return starter.prepare();
        }
    }

    @Test
    void shouldSayWhatIsMissingAndTryAgainWithPatience() throws IOException, InterruptedException {
        ActorTestKit kit = ActorTestKit.create();
        TestProbe<DriverState> states = kit.createTestProbe(DriverState.class);
        var starts = new AtomicInteger();
        var drivers =
                new Counting(
                        new InProcessDriver(MediaDriverOptions.in(memory.resolve("aeron"))),
                        starts);
        kit.spawn(MediaDriverKeeper.create(drivers, states.ref(), () -> NodeWork.NONE));
        DriverState state = states.receiveMessage(Duration.ofSeconds(30));
        long startNs = System.nanoTime();
        while (starts.get() < 7) {
            assertThat(state.isRunning()).isFalse();
            assertThat(state.trouble())
                    .contains("MiB free, want 240 MiB")
                    .contains("free some, make it larger, or use shorter terms");
            state = states.receiveMessage(Duration.ofSeconds(30));
        }
        // 10 ms, and twice as long each time.
        assertThat(System.nanoTime() - startNs).isGreaterThan(300_000_000L);
        assertThat(memory).as("what was begun").isEmptyDirectory();
        resize(LARGE_MIB);
        while (!state.isRunning()) {
            state = states.receiveMessage(Duration.ofSeconds(30));
        }
        assertThat(state.trouble()).isEmpty();
        kit.shutdownTestKit();
        assertThat(memory).isEmptyDirectory();
    }

    @Test
    void shouldLeaveNothingWhereMemoryEndsDuringTheStart() {
        var options = MediaDriverOptions.in(memory.resolve("aeron"));
        assertThatThrownBy(() -> RdmaMediaDriver.launch(options, () -> {}).close())
                .isInstanceOf(MediaDriverException.class)
                .hasMessageContaining("no memory is left for the files in " + memory)
                .hasMessageContaining("make it larger");
        assertThat(memory).isEmptyDirectory();
    }

    @Test
    void shouldRefuseAStreamThatHasNoRoomUntilThereIsSome()
            throws IOException, InterruptedException {
        resize(MIDDLE_MIB);
        List<ChannelEvent> events = new CopyOnWriteArrayList<>();
        var options = MediaDriverOptions.in(memory.resolve("aeron")).withTermLength(1 << 20);
        try (DriverHandle driver = new InProcessDriver(options).start(Optional.empty());
                var transport = AeronTransport.open(driver.aeronDirectory(), events::add)) {
            Path other = memory.resolve("other");
            fill(other);
            var pair =
                    TestPair.of(transport, transport, AeronStream.local(1), AeronStream.local(2));
            TestPair.await(() -> !events.isEmpty());
            assertThat(events.getFirst())
                    .isInstanceOfSatisfying(
                            ChannelEvent.ChannelBroken.class,
                            broken -> assertThat(broken.reason()).contains("insufficient"));
            Files.delete(other);
            pair.carry(TestPair.random(1, 3000));
            assertThat(events.stream().filter(ChannelEvent.ChannelBroken.class::isInstance))
                    .as("each end tells it once")
                    .hasSizeLessThanOrEqualTo(4);
        }
        assertThat(memory).isEmptyDirectory();
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            byte[] block = new byte[64 << 10];
            for (int count = 0; count < (MIDDLE_MIB << 20) / block.length; count++) {
                out.write(block);
            }
        } catch (IOException _) {
            assertThat(file).as("as much as there was room for").isNotEmptyFile();
        }
    }
}
