package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgmlLoaderTest {
    @TempDir Path home;

    @Test
    void shouldOpenTheFirstThatOpens() throws Exception {
        install();
        assertThat(GgmlLoader.open(locator(), GgmlCandidate::source))
                .isEqualTo(GgmlSource.INSTALLED);
    }

    @Test
    void shouldGoOnToTheNext() throws Exception {
        install();
        List<GgmlSource> tried = new ArrayList<>();
        GgmlSource opened =
                GgmlLoader.open(
                        locator(),
                        candidate -> {
                            tried.add(candidate.source());
                            if (candidate.source() == GgmlSource.INSTALLED) {
                                throw new GgmlUnavailableException("ABI differs");
                            }
                            return candidate.source();
                        });
        assertThat(opened).isEqualTo(GgmlSource.BUNDLED);
        assertThat(tried).containsExactly(GgmlSource.INSTALLED, GgmlSource.BUNDLED);
    }

    @Test
    void shouldListEveryReason() {
        assertThatThrownBy(
                        () ->
                                GgmlLoader.open(
                                        locator(),
                                        candidate -> {
                                            throw new GgmlUnavailableException(
                                                    "needs libgomp.so.1; install libgomp1");
                                        }))
                .isInstanceOf(GgmlUnavailableException.class)
                .hasMessageContainingAll(
                        "no usable ggml library:",
                        "installed (" + home,
                        "engine install",
                        "homebrew (",
                        "bundled (" + home,
                        "install libgomp1");
    }

    @Test
    void shouldNotFallBackFromAConfiguredFolder() {
        GgmlLocator locator =
                new GgmlLocator(TestLibraries.linux(home).withConfigured(home.resolve("none")));
        assertThatThrownBy(() -> GgmlLoader.open(locator, GgmlCandidate::source))
                .isInstanceOf(GgmlUnavailableException.class)
                .hasMessageContaining("configured (" + home.resolve("none") + ")")
                .hasMessageNotContaining("bundled");
    }

    private GgmlLocator locator() {
        return new GgmlLocator(TestLibraries.linux(home));
    }

    private void install() throws Exception {
        TestLibraries.folder(
                home.resolve("ggml/linux-x64-3.22.1"),
                TestLibraries.linuxLibrary(),
                "libggml-base.so",
                "libggml.v0.5.0.so",
                "libggml-cpu-x64.so");
    }
}
