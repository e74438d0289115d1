package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With real child JVMs. */
@Timeout(180)
class SpareDriverTest {
    @TempDir Path home;

    private SpareDriver spare() {
        return SpareDriver.start(Launches.in(home, 10));
    }

    private void assertNothingButTheLog(long pid) throws IOException {
        assertThat(ProcessHandle.of(pid)).isEmpty();
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files.filter(Files::isRegularFile))
                    .containsExactly(home.resolve("logs/driver.log"));
        }
    }

    @Test
    void shouldHoldNothingAndBecomeADriverWhenItIsToldTo() throws IOException {
        SpareDriver spare = spare();
        assertThat(spare.isSilent()).isFalse();
        assertNothingAeron();
        Path directory = home.resolve("aeron-7");
        long beginNs = System.nanoTime();
        try (MediaDriverProcess driver = spare.begin(directory)) {
            System.out.printf(
                    "a spare began within %d ms%n",
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs));
            assertThat(driver.pid()).isEqualTo(spare.pid());
            assertThat(driver.aeronDirectory()).isEqualTo(directory).isDirectory();
            assertThat(AeronDirectory.driverPid(directory)).hasValue(driver.pid());
            spare.close();
            driver.ping();
            Await.until(() -> driver.heartbeat().isPresent());
        }
        assertNothingButTheLog(spare.pid());
    }

    private void assertNothingAeron() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files.filter(file -> file.getFileName().toString().contains("aeron")))
                    .isEmpty();
        }
    }

    @Test
    void shouldLeaveNothingWhereItIsNotWanted() throws IOException {
        SpareDriver spare = spare();
        spare.close();
        assertNothingButTheLog(spare.pid());
        assertThatThrownBy(() -> spare.begin(home.resolve("aeron")))
                .hasMessageContaining("was begun or ended before");
    }

    @Test
    void shouldSayHowItDiedAndNotBegin() throws IOException {
        SpareDriver spare = spare();
        ProcessHandle.of(spare.pid()).orElseThrow().destroyForcibly();
        assertThat(spare.loss().orTimeout(30, TimeUnit.SECONDS).join())
                .hasMessageStartingWith(
                        "media driver process %d was killed by signal 9 (KILL) while standing by"
                                .formatted(spare.pid()));
        assertThatThrownBy(() -> spare.begin(home.resolve("aeron")))
                .isInstanceOf(MediaDriverException.class);
        assertNothingButTheLog(spare.pid());
    }

    /** Whichever comes first, nobody waits for long, and nothing stays. */
    @Test
    void shouldNotBeWaitedForWhenItDiesWhileItBegins() {
        SpareDriver spare = spare();
        ProcessHandle process = ProcessHandle.of(spare.pid()).orElseThrow();
        var killed = CompletableFuture.runAsync(process::destroyForcibly);
        try (MediaDriverProcess driver = spare.begin(home.resolve("aeron"))) {
            assertThat(driver.loss().orTimeout(30, TimeUnit.SECONDS).join())
                    .hasMessageContaining("was killed by signal 9");
        } catch (MediaDriverException e) {
            assertThat(e).hasMessageContaining("was killed by signal 9");
        }
        killed.join();
        Await.until(() -> !process.isAlive());
    }

    @Test
    void shouldSayWhyItDoesNotBegin() throws IOException {
        Files.createDirectories(home.resolve("aeron"));
        Files.writeString(home.resolve("aeron/precious"), "thesis");
        SpareDriver spare = spare();
        assertThatThrownBy(() -> spare.begin(home.resolve("aeron")))
                .isInstanceOf(MediaDriverException.class)
                .hasMessageContaining("is no directory of a media driver");
        assertThat(ProcessHandle.of(spare.pid())).isEmpty();
        assertThat(home.resolve("aeron/precious")).hasContent("thesis");
    }

    @Test
    void shouldExitWhenTheProcessThatStartedItIsKilled() throws Exception {
        Process control =
                new ProcessBuilder(
                                MediaDriverLaunch.java(
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        ControlMain.class.getName(),
                                        home.toString(),
                                        ControlMain.SPARE))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        ProcessHandle spare;
        try (BufferedReader out = control.inputReader()) {
            spare = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
        } finally {
            control.destroyForcibly();
        }
        assertThat(control.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Await.until(() -> !spare.isAlive());
        assertNothingButTheLog(spare.pid());
    }
}
