package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverSpaceTest {
    private static final MediaDriverOptions USUAL = MediaDriverOptions.in(Path.of("aeron"));

    @TempDir Path home;

    @Test
    void shouldCountTermsOfStreams() {
        assertThat(DriverSpace.wantedBytes(USUAL)).isEqualTo(240L << 20);
        assertThat(DriverSpace.wantedBytes(USUAL.withTermLength(1 << 20))).isEqualTo(96L << 20);
    }

    @Test
    void shouldSayWhatIsMissingWhereAndWhatToDo() {
        assertThat(DriverSpace.problem(Path.of("/dev/shm"), 64L << 20, USUAL))
                .contains(
                        "/dev/shm has 64 MiB free, want 240 MiB for the buffers of a media driver (16 streams with three terms of 4,096 KiB): free some, make it larger, or use shorter terms");
        assertThat(DriverSpace.problem(Path.of("/dev/shm"), 240L << 20, USUAL)).isEmpty();
    }

    @Test
    void shouldAskTheFolderThatIsThere() {
        var small = MediaDriverOptions.in(home.resolve("a/b/c")).withTermLength(256 << 10);
        assertThatCode(() -> DriverSpace.check(small)).doesNotThrowAnyException();
    }
}
