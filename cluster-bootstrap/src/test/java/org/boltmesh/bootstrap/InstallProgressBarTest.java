package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class InstallProgressBarTest {
    private final StringWriter err = new StringWriter();

    @Test
    void shouldDrawABarOnATerminal() {
        try (InstallProgressBar bar = new InstallProgressBar(new PrintWriter(err, true), true)) {
            bar.step("unpacking");
            bar.unpacked(5_000_000, 10_000_000);
            bar.unpacked(10_000_000, 10_000_000);
        }
        assertThat(err.toString()).startsWith("unpacking").contains("\r", "100%", "10/10 MB");
    }

    @Test
    void shouldOnlyPrintStepsElsewhere() {
        try (InstallProgressBar bar = new InstallProgressBar(new PrintWriter(err, true), false)) {
            bar.step("unpacking");
            bar.unpacked(5, 10);
        }
        assertThat(err.toString()).isEqualTo("unpacking" + System.lineSeparator());
    }
}
