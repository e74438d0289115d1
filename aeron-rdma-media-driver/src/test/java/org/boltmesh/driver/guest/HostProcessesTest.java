package org.boltmesh.driver.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HostProcessesTest {
    private static final Duration BOUND = Duration.ofSeconds(10);

    @TempDir Path folder;

    @Test
    void shouldHearWhatIsSaidAndTellWhatItIsTold() throws Exception {
        try (var hosts = new HostProcesses(folder, BOUND)) {
            hosts.start("cat", List.of("head", "-n", "1"));
            hosts.tell("cat", "go on");
            hosts.await("cat", "go on");
            hosts.awaitEnd("cat");
        }
    }

    @Test
    void shouldTellWhatAllHaveSaidWhenOneEndsEarly() throws Exception {
        try (var hosts = new HostProcesses(folder, BOUND)) {
            hosts.start("one", sh("echo no link; exit 3"));
            hosts.start("other", sh("echo all well; cat"));
            hosts.await("other", "all well");
            assertThatThrownBy(() -> hosts.await("one", "UP"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll(
                            "'UP' was not said", "by one, which ended with 3", "no link")
                    .hasMessageContaining("all well");
            assertThatThrownBy(() -> hosts.awaitEnd("one"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll("ended with 3", "no link", "all well");
        }
    }

    @Test
    void shouldNotWaitForEverAndLeaveNobody() throws Exception {
        Path told = folder.resolve("silent");
        try (var hosts = new HostProcesses(folder, Duration.ofMillis(200))) {
            hosts.start("silent", List.of("cat"));
            assertThatThrownBy(() -> hosts.await("silent", "UP"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("by silent, which runs");
            hosts.kill("silent");
            assertThatThrownBy(() -> hosts.await("silent", "UP"))
                    .hasMessageContaining("which ended with 137");
        }
        assertThat(told).isEmptyFile();
    }

    private static List<String> sh(String script) throws IOException {
        return List.of("sh", "-c", script);
    }
}
