package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With real child JVMs. */
@Timeout(180)
class MediaDriverProcessTest {
    @TempDir Path home;

    @Test
    void shouldBeatAndLeaveNothingButItsLog() throws IOException {
        long pid;
        try (MediaDriverProcess driver = MediaDriverProcess.start(Launches.in(home, 10))) {
            pid = driver.pid();
            assertThat(driver.aeronDirectory()).isDirectory();
            driver.ping();
            Await.until(() -> driver.heartbeat().isPresent());
            assertThat(driver.loss()).isNotDone();
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files.filter(Files::isRegularFile))
                    .containsExactly(home.resolve("logs/driver.log"));
        }
    }

    @Test
    void shouldSayHowItDiedAndStartAgainAtOnceInTheSameDirectory() {
        MediaDriverProcess first = MediaDriverProcess.start(Launches.in(home, 10));
        try (first) {
            ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly();
            assertThat(first.loss().orTimeout(30, TimeUnit.SECONDS).join())
                    .hasMessageStartingWith(
                            "media driver process %d was killed by signal 9 (KILL) while serving"
                                    .formatted(first.pid()));
        }
        try (MediaDriverProcess second = MediaDriverProcess.start(Launches.in(home, 10))) {
            assertThat(AeronDirectory.driverPid(second.aeronDirectory())).hasValue(second.pid());
        }
    }

    @Test
    void shouldExitWhenTheProcessThatStartedItIsKilled() throws Exception {
        Process control =
                new ProcessBuilder(
                                MediaDriverLaunch.java(
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        ControlMain.class.getName(),
                                        home.toString()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        ProcessHandle driver;
        try (BufferedReader out = control.inputReader()) {
            driver = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
        } finally {
            control.destroyForcibly();
        }
        assertThat(control.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Await.until(() -> !driver.isAlive());
        assertThat(home.resolve("aeron")).doesNotExist();
    }

    @Test
    void shouldSayWhyItDoesNotStart() throws IOException {
        Files.createDirectories(home.resolve("aeron"));
        Files.writeString(home.resolve("aeron/precious"), "thesis");
        assertThatThrownBy(() -> MediaDriverProcess.start(Launches.in(home, 10)))
                .isInstanceOf(MediaDriverException.class)
                .hasMessageContaining("ended with exit code 1 while starting")
                .hasMessageContaining("driver.log says:");
        assertThat(home.resolve("aeron/precious")).hasContent("thesis");
    }
}
