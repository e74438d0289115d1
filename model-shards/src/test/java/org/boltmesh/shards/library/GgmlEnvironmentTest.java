package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GgmlEnvironmentTest {
    private static final Path USER = Path.of("/home/ada");

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, LINUX_X86_64",
        "Linux, x86_64, LINUX_X86_64",
        "Linux, aarch64, LINUX_ARM64",
        "Mac OS X, aarch64, MAC_ARM64",
        "macOS, arm64, MAC_ARM64"
    })
    void shouldKnowThePlatform(String osName, String osArch, LibraryPlatform platform) {
        assertThat(LibraryPlatform.of(osName, osArch)).contains(platform);
    }

    @ParameterizedTest
    @CsvSource({
        "Windows 11, amd64",
        "Mac OS X, x86_64",
        "Linux, riscv64",
        "Linux, x86",
        "SunOS, amd64"
    })
    void shouldNotKnowOtherPlatforms(String osName, String osArch) {
        assertThat(LibraryPlatform.of(osName, osArch)).isEmpty();
    }

    @Test
    void shouldPutOurFolderIntoTheHomeFolder() {
        GgmlEnvironment environment = GgmlEnvironment.of(Map.of(), "Linux", "amd64", USER);
        assertThat(environment.ggmlHome()).isEqualTo(USER.resolve(".boltmesh/ggml"));
        assertThat(environment.configured()).isEmpty();
        assertThat(environment.homebrewFolders())
                .first()
                .isEqualTo(Path.of("/home/linuxbrew/.linuxbrew/opt/ggml/lib"));
    }

    @Test
    void shouldFollowTheVariables() {
        GgmlEnvironment environment =
                GgmlEnvironment.of(
                        Map.of(
                                "BOLTMESH_HOME", "/data/mesh",
                                "BOLTMESH_GGML", "/opt/ggml/",
                                "HOMEBREW_PREFIX", "/brew"),
                        "Mac OS X",
                        "aarch64",
                        USER);
        assertThat(environment.home()).isEqualTo(Path.of("/data/mesh"));
        assertThat(environment.configured()).contains(Path.of("/opt/ggml"));
        assertThat(environment.homebrewFolders())
                .startsWith(Path.of("/brew/opt/ggml/lib"), Path.of("/brew/opt/llama.cpp/lib"))
                .contains(Path.of("/opt/homebrew/lib"), Path.of("/usr/local/lib"));
    }

    @Test
    void shouldTakeEmptyVariablesAsUnset() {
        GgmlEnvironment environment =
                GgmlEnvironment.of(
                        Map.of("BOLTMESH_HOME", " ", "BOLTMESH_GGML", ""), "Linux", "amd64", USER);
        assertThat(environment.home()).isEqualTo(USER.resolve(".boltmesh"));
        assertThat(environment.configured()).isEmpty();
    }

    @Test
    void shouldPreferOptionsToVariables() {
        GgmlEnvironment environment =
                GgmlEnvironment.of(Map.of("BOLTMESH_GGML", "/opt/ggml"), "Linux", "amd64", USER)
                        .withConfigured(Path.of("/mine"))
                        .withHome(Path.of("/other"));
        assertThat(environment.configured()).contains(Path.of("/mine"));
        assertThat(environment.home()).isEqualTo(Path.of("/other"));
    }
}
