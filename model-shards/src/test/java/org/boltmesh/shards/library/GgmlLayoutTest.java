package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GgmlLayoutTest {
    @Test
    void shouldKnowNpmOnLinux() {
        GgmlLayout layout =
                GgmlLayout.of(
                        List.of(
                                "libggml-base.so",
                                "libggml-cpu-haswell.so",
                                "libggml-cpu-armv8.2_1.so",
                                "libggml.v0.5.0.so",
                                "libllama.v0.5.0.so",
                                "llama-addon.node"));
        assertThat(layout.base()).containsExactly("libggml-base.so");
        assertThat(layout.main()).containsExactly("libggml.v0.5.0.so");
        assertThat(layout.modules())
                .containsExactly("libggml-cpu-armv8.2_1.so", "libggml-cpu-haswell.so");
        assertThat(layout.linked()).isEmpty();
        assertThat(layout.isComplete()).isTrue();
    }

    @Test
    void shouldKnowNpmOnMac() {
        GgmlLayout layout =
                GgmlLayout.of(
                        List.of(
                                "libggml-base.dylib",
                                "libggml.metal.v0.4.0.dylib",
                                "libggml-blas.so",
                                "libggml-cpu-apple_m1.so",
                                "libggml-metal.so"));
        assertThat(layout.main()).containsExactly("libggml.metal.v0.4.0.dylib");
        assertThat(layout.linked()).isEmpty();
        assertThat(layout.modules())
                .containsExactly("libggml-blas.so", "libggml-cpu-apple_m1.so", "libggml-metal.so");
    }

    @Test
    void shouldKnowHomebrewWithLinkedBackends() {
        GgmlLayout layout =
                GgmlLayout.of(
                        List.of(
                                "libggml-base.dylib",
                                "libggml-base.0.dylib",
                                "libggml-base.0.9.8.dylib",
                                "libggml-cpu.dylib",
                                "libggml-metal.dylib",
                                "libggml.dylib",
                                "libggml.0.9.8.dylib"));
        assertThat(layout.base()).hasSize(3).allMatch(name -> name.startsWith("libggml-base"));
        assertThat(layout.main()).containsExactly("libggml.0.9.8.dylib", "libggml.dylib");
        assertThat(layout.linked()).containsExactly("libggml-cpu.dylib", "libggml-metal.dylib");
        assertThat(layout.modules()).isEmpty();
    }

    @Test
    void shouldKnowVersionsAtTheEnd() {
        GgmlLayout layout = GgmlLayout.of(List.of("libggml-base.so.0", "libggml.so.0.9.8"));
        assertThat(layout.isComplete()).isTrue();
    }

    @Test
    void shouldKnowTheSingleFile() {
        GgmlLayout layout = GgmlLayout.of(List.of("libjllama.dylib", "readme.txt"));
        assertThat(layout.single()).containsExactly("libjllama.dylib");
        assertThat(layout.isComplete()).isTrue();
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThat(GgmlLayout.of(List.of("libggml-cpu-x64.so")).missing())
                .isEqualTo("libggml-base and libggml");
        assertThat(GgmlLayout.of(List.of("libggml-base.so")).missing()).isEqualTo("libggml");
    }

    @Test
    void shouldIgnoreWhatIsNotGgml() {
        assertThat(
                        GgmlLayout.of(
                                        List.of(
                                                "libllama.so",
                                                "libggml.txt",
                                                "ggml.dll",
                                                "libggmlx.so",
                                                "libggml.so.bak"))
                                .isEmpty())
                .isTrue();
    }
}
