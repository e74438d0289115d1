package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RealGgmlTest {
    @Test
    void shouldFindTheBundledLibrary() {
        GgmlCandidate bundled = BundledGgml.candidate();
        assertThat(bundled.libraries()).hasSize(1).allSatisfy(file -> assertThat(file).exists());
        assertThat(bundled.backendFolder()).isEmpty();
    }

    @Test
    void shouldInstallTheLibrariesFromNpm() throws Exception {
        InstallReport report = NpmGgml.report();
        assertThat(report.ggml().libraries())
                .extracting(Path::toString)
                .satisfiesExactly(
                        base -> assertThat(base).contains("/libggml-base."),
                        main -> assertThat(main).contains("/libggml."));
        assertThat(report.ggml().backendFolder()).contains(NpmGgml.folder().toRealPath());
        assertThat(report.sizeBytes()).isBetween(5_000_000L, 100_000_000L);
        try (var files = Files.list(NpmGgml.folder())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .contains("LICENSE", "SHA256SUMS")
                    .allMatch(name -> name.matches("LICENSE|SHA256SUMS|libggml.*"));
        }
    }

    @Test
    void shouldFindThemThereAtTheNextRun() {
        NpmGgml.report();
        assertThat(NpmGgml.report().isNew()).isFalse();
    }
}
