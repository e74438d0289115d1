package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RealGgmlTest {
    @Test
    void shouldFindTheBundledLibrary() {
        GgmlCandidate bundled = BundledGgml.candidate();
        assertThat(bundled.libraries()).hasSize(1).allSatisfy(file -> assertThat(file).exists());
        assertThat(bundled.backendFolder()).isEmpty();
    }

    @Test
    void shouldFindTheLibrariesFromNpm() {
        GgmlCandidate npm = NpmGgml.candidate();
        assertThat(npm.libraries())
                .extracting(file -> file.getFileName().toString())
                .satisfiesExactly(
                        base -> assertThat(base).startsWith("libggml-base."),
                        main -> assertThat(main).startsWith("libggml."));
        assertThat(npm.backendFolder()).contains(NpmGgml.folder());
    }
}
