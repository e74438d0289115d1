package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.boltmesh.shards.library.TestLibraries.folder;
import static org.boltmesh.shards.library.TestLibraries.linux;
import static org.boltmesh.shards.library.TestLibraries.linuxLibrary;
import static org.boltmesh.shards.library.TestLibraries.mac;
import static org.boltmesh.shards.library.TestLibraries.macLibrary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgmlLocatorTest {
    @TempDir Path temporary;
    private Path home;

    @BeforeEach
    void resolveLinks() throws IOException {
        home = temporary.toRealPath();
    }

    @Test
    void shouldLookEverywhereInOrder() {
        assertThat(new GgmlLocator(linux(home)).places())
                .extracting(GgmlPlace::source)
                .containsExactly(GgmlSource.INSTALLED, GgmlSource.HOMEBREW, GgmlSource.BUNDLED);
        assertThat(new GgmlLocator(linux(home)).places().getFirst().folders())
                .containsExactly(home.resolve("ggml/linux-x64-3.22.1"));
        assertThat(new GgmlLocator(mac(home)).places().getFirst().folders())
                .containsExactly(home.resolve("ggml/mac-arm64-metal-3.21.1"));
    }

    @Test
    void shouldLookOnlyIntoTheConfiguredFolder() {
        GgmlLocator locator = configured(home.resolve("mine"));
        assertThat(locator.places())
                .containsExactly(
                        new GgmlPlace(GgmlSource.CONFIGURED, List.of(home.resolve("mine"))));
        assertRefused(locator, "cannot look into " + home.resolve("mine"), "no such file");
    }

    @Test
    void shouldRefuseAConfiguredFolderWithoutGgml() throws Exception {
        assertRefused(configured(home), "no ggml in " + home, "BOLTMESH_GGML");
        Path file = Files.writeString(home.resolve("file"), "");
        assertRefused(configured(file), file.toString(), "not a folder");
    }

    @Test
    void shouldTakeTheSingleFile() throws Exception {
        Path folder = folder(home.resolve("one"), linuxLibrary(), "libjllama.so");
        GgmlCandidate candidate = configuredCandidate(folder);
        assertThat(candidate.libraries()).containsExactly(folder.resolve("libjllama.so"));
        assertThat(candidate.backendFolder()).isEmpty();
    }

    @Test
    void shouldTakeNpmsFiles() throws Exception {
        Path folder =
                folder(
                        home.resolve("npm"),
                        linuxLibrary(),
                        "libggml.v0.5.0.so",
                        "libggml-base.so",
                        "libggml-cpu-x64.so",
                        "libggml-cpu-haswell.so");
        GgmlCandidate candidate = configuredCandidate(folder);
        assertThat(candidate.libraries())
                .containsExactly(
                        folder.resolve("libggml-base.so"), folder.resolve("libggml.v0.5.0.so"));
        assertThat(candidate.backendFolder()).contains(folder);
    }

    @Test
    void shouldFollowHomebrewsLinksToLibexec() throws Exception {
        Path cellar = home.resolve("Cellar/ggml/0.23.0");
        folder(
                cellar.resolve("lib"),
                macLibrary(),
                "libggml.0.23.0.dylib",
                "libggml-base.0.23.0.dylib");
        folder(
                cellar.resolve("libexec"),
                macLibrary(),
                "libggml-cpu-apple_m1.so",
                "libggml-metal.so");
        Path lib = Files.createDirectories(home.resolve("lib"));
        for (String name : List.of("libggml", "libggml-base")) {
            Files.createSymbolicLink(
                    lib.resolve(name + ".0.dylib"),
                    Path.of("../Cellar/ggml/0.23.0/lib/" + name + ".0.23.0.dylib"));
            Files.createSymbolicLink(lib.resolve(name + ".dylib"), Path.of(name + ".0.dylib"));
        }
        GgmlEnvironment brewed =
                new GgmlEnvironment(
                        "Mac OS X",
                        "aarch64",
                        home,
                        Optional.empty(),
                        List.of(home.resolve("opt/ggml/lib"), lib));
        GgmlCandidate candidate = look(brewed, GgmlSource.HOMEBREW);
        assertThat(candidate.libraries())
                .containsExactly(
                        cellar.resolve("lib/libggml-base.0.23.0.dylib"),
                        cellar.resolve("lib/libggml.0.23.0.dylib"));
        assertThat(candidate.backendFolder()).contains(cellar.resolve("libexec"));
    }

    @Test
    void shouldLoadLinkedBackendsBeforeGgml() throws Exception {
        Path folder =
                folder(
                        home.resolve("lib"),
                        macLibrary(),
                        "libggml.dylib",
                        "libggml-base.dylib",
                        "libggml-cpu.dylib",
                        "libggml-metal.dylib");
        GgmlCandidate candidate = look(mac(home).withConfigured(folder), GgmlSource.CONFIGURED);
        assertThat(candidate.libraries())
                .extracting(file -> folder.relativize(file).toString())
                .containsExactly(
                        "libggml-base.dylib",
                        "libggml-cpu.dylib",
                        "libggml-metal.dylib",
                        "libggml.dylib");
        assertThat(candidate.backendFolder()).isEmpty();
    }

    @Test
    void shouldRefuseAFolderWithHalfOrTwoGgmls() throws Exception {
        Path half = folder(home.resolve("half"), linuxLibrary(), "libggml-base.so");
        assertRefused(configured(half), half + " has parts of ggml, but no libggml");
        Path two =
                folder(
                        home.resolve("two"),
                        linuxLibrary(),
                        "libggml-base.so",
                        "libggml.v0.4.0.so",
                        "libggml.v0.5.0.so");
        assertRefused(configured(two), "several ggml (libggml.v0.4.0.so, libggml.v0.5.0.so)");
    }

    @Test
    void shouldRefuseDamagedFilesAndBackends() throws Exception {
        Path folder = folder(home.resolve("bad"), linuxLibrary(), "libggml-base.so", "libggml.so");
        Files.write(folder.resolve("libggml-cpu-x64.so"), Arrays.copyOf(linuxLibrary(), 150));
        assertRefused(configured(folder), "libggml-cpu-x64.so is cut short");
        Files.delete(folder.resolve("libggml-cpu-x64.so"));
        Files.write(folder.resolve("libggml.so"), macLibrary());
        assertRefused(configured(folder), "libggml.so is made for macOS arm64", "Linux x86_64");
    }

    @Test
    void shouldRefuseALinkToNowhere() throws Exception {
        Path folder = folder(home.resolve("dangling"), linuxLibrary(), "libggml-base.so");
        Files.createSymbolicLink(folder.resolve("libggml.so"), Path.of("gone.so"));
        assertRefused(configured(folder), "cannot read ggml in " + folder, "no such file");
    }

    @Test
    void shouldSayHowToInstall() {
        assertThatThrownBy(() -> look(linux(home), GgmlSource.INSTALLED))
                .isInstanceOf(GgmlUnavailableException.class)
                .hasMessageContaining("java -jar node.jar engine install");
        assertThatThrownBy(() -> look(mac(home), GgmlSource.HOMEBREW))
                .isInstanceOf(GgmlUnavailableException.class)
                .hasMessageContaining("brew install ggml");
    }

    @Test
    void shouldExtractTheBundledLibrary() {
        GgmlCandidate candidate = look(linux(home), GgmlSource.BUNDLED);
        assertThat(candidate.folder()).isEqualTo(home.resolve("ggml/bundled-4.2.0-linux-x86_64"));
    }

    @Test
    void shouldNameAnUnknownSystem() {
        GgmlLocator locator =
                new GgmlLocator(
                        new GgmlEnvironment(
                                "Windows 11", "amd64", home, Optional.empty(), List.of()));
        assertRefused(locator, "no ggml for Windows 11 on amd64");
    }

    private GgmlLocator configured(Path folder) {
        return new GgmlLocator(linux(home).withConfigured(folder));
    }

    private GgmlCandidate configuredCandidate(Path folder) {
        return look(linux(home).withConfigured(folder), GgmlSource.CONFIGURED);
    }

    private static GgmlCandidate look(GgmlEnvironment environment, GgmlSource source) {
        GgmlLocator locator = new GgmlLocator(environment);
        return locator.places().stream()
                .filter(place -> place.source() == source)
                .map(locator::look)
                .findFirst()
                .orElseThrow();
    }

    private static void assertRefused(GgmlLocator locator, String... parts) {
        assertThatThrownBy(() -> locator.look(locator.places().getFirst()))
                .isInstanceOf(GgmlUnavailableException.class)
                .hasMessageContainingAll(parts);
    }
}
