package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineInstallerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir Path temporary;
    private Path home;
    private Path archive;
    private NpmPackage npmPackage;
    private final List<GgmlCandidate> tested = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void makeArchive() throws IOException {
        home = temporary.toRealPath().resolve("home");
        archive =
                TestLibraries.archive(
                        temporary.resolve("package.tgz"), TestLibraries::addNpmContent);
        npmPackage =
                new NpmPackage(
                        "@node-llama-cpp/linux-x64",
                        "9.9.9",
                        Base64.getEncoder().encodeToString(Checksums.of(archive, "SHA-512")));
    }

    @Test
    void shouldInstallWhatNpmDelivers() throws Exception {
        Path arguments = temporary.resolve("arguments");
        InstallReport report =
                installer(npm("echo \"$@\" > %s; cp %s ./x.tgz".formatted(arguments, archive)))
                        .install();
        assertThat(report.isNew()).isTrue();
        assertThat(report.ggml().source()).isEqualTo(GgmlSource.INSTALLED);
        assertThat(report.ggml().folder()).isEqualTo(target());
        assertThat(report.ggml().libraries())
                .containsExactly(
                        target().resolve("libggml-base.so"), target().resolve("libggml.v0.5.0.so"));
        assertThat(report.ggml().backendFolder()).contains(target());
        assertThat(arguments).content().startsWith("pack @node-llama-cpp/linux-x64@9.9.9 ");
        assertThat(tested).hasSize(1);
        assertNothingElseIn(home.resolve("ggml"));
    }

    @Test
    void shouldInstallFromAFile() {
        InstallReport report = installer(missingNpm()).installFrom(archive);
        assertThat(report.isNew()).isTrue();
        assertThat(archive).exists();
    }

    @Test
    void shouldFindItThereTheSecondTime() {
        installer(missingNpm()).installFrom(archive);
        assertThat(installer(missingNpm()).install().isNew()).isFalse();
        assertThat(tested).hasSize(1);
    }

    @Test
    void shouldReplaceADamagedInstallation() throws Exception {
        installer(missingNpm()).installFrom(archive);
        Path library = target().resolve("libggml-base.so");
        byte[] whole = Files.readAllBytes(library);
        Files.write(library, new byte[10]);
        assertThat(installer(missingNpm()).installFrom(archive).isNew()).isTrue();
        assertThat(library).hasBinaryContent(whole);
        Files.delete(target().resolve("libggml-cpu-x64.so"));
        assertThat(installer(missingNpm()).installFrom(archive).isNew()).isTrue();
        assertNothingElseIn(home.resolve("ggml"));
    }

    @Test
    void shouldSayThatNpmIsMissing() {
        assertRefused(
                missingNpm(),
                "npm is not in PATH",
                "install Node.js",
                "--from FILE",
                "npm pack @node-llama-cpp/linux-x64@9.9.9");
    }

    @Test
    void shouldSayWhyNpmFailed() throws Exception {
        assertRefused(
                npm("echo npm error code ENOTFOUND >&2; exit 1"),
                "npm pack @node-llama-cpp/linux-x64@9.9.9 failed",
                "cannot be reached",
                "--from FILE");
    }

    @Test
    void shouldSayThatNpmLeftNothing() throws Exception {
        assertRefused(npm("exit 0"), "it left 0 archives, want 1");
        assertRefused(npm("ln -s %s x.tgz".formatted(archive)), "it left 0 archives, want 1");
    }

    @Test
    void shouldSayThatNpmCannotBeStarted() throws Exception {
        Path folder = Files.createDirectories(temporary.resolve("broken"));
        makeExecutable(Files.writeString(folder.resolve("npm"), "#!/nowhere/sh\n"));
        assertRefused(new NpmPack(List.of(folder), TIMEOUT), "failed", "--from FILE");
    }

    @Test
    void shouldKillAnNpmThatHangs() throws Exception {
        Path pid = temporary.resolve("pid");
        NpmPack npm =
                new NpmPack(
                        searchPath("sleep 600 & echo $! > %s; wait".formatted(pid)),
                        Duration.ofMillis(1500));
        assertRefused(npm, "took longer than 1 s", "--from FILE");
        Optional<ProcessHandle> child =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        if (child.isPresent()) {
            child.get().onExit().get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldRefuseAnotherFileByItsChecksum() throws Exception {
        Path other = Files.writeString(temporary.resolve("other.tgz"), "something else");
        String found = Base64.getEncoder().encodeToString(Checksums.of(other, "SHA-512"));
        assertRefused(
                npm("cp %s x.tgz".formatted(other)),
                "is not @node-llama-cpp/linux-x64@9.9.9",
                "its sha512 is " + found,
                "want " + npmPackage.integrity());
        assertThatThrownBy(() -> installer(missingNpm()).installFrom(other))
                .isInstanceOf(InstallException.class)
                .hasMessageContainingAll(found, npmPackage.integrity());
        assertNothingIn(home.resolve("ggml"));
    }

    @Test
    void shouldSayWhatIsWrongWithTheFile() {
        assertThatThrownBy(() -> installer(missingNpm()).installFrom(temporary))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining(temporary + " is not a file");
        assertThatThrownBy(() -> installer(missingNpm()).installFrom(temporary.resolve("none.tgz")))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("none.tgz is not a file");
    }

    @Test
    void shouldInstallNothingThatFailsTheSelfTest() throws Exception {
        EngineInstaller installer =
                installer(
                        npm("cp %s x.tgz".formatted(archive)),
                        candidate -> {
                            throw new GgmlUnavailableException("needs glibc 2.34 or newer");
                        });
        assertThatThrownBy(installer::install)
                .isInstanceOf(InstallException.class)
                .hasMessageContainingAll("not installed", "needs glibc 2.34");
        assertNothingIn(home.resolve("ggml"));
    }

    @Test
    void shouldInstallOnceWhenSeveralTry() throws Exception {
        Callable<InstallReport> installation = () -> installer(missingNpm()).installFrom(archive);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<InstallReport> report :
                    threads.invokeAll(
                            List.of(installation, installation, installation, installation))) {
                assertThat(report.get().ggml().folder()).isEqualTo(target());
            }
        }
        assertNothingElseIn(home.resolve("ggml"));
    }

    @Test
    void shouldSayThatTheHomeFolderIsUnusable() throws Exception {
        Files.writeString(home, "a file");
        assertRefused(npm("cp %s x.tgz".formatted(archive)), "cannot install to " + target());
    }

    @Test
    void shouldNameAnUnknownSystem() {
        GgmlEnvironment windows =
                new GgmlEnvironment("Windows 11", "amd64", home, Optional.empty(), List.of());
        EngineInstaller installer =
                new EngineInstaller(windows, missingNpm(), candidate -> {}, InstallProgress.SILENT);
        assertThatThrownBy(installer::install)
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("no package for Windows 11 on amd64");
    }

    private void assertRefused(NpmPack npm, String... parts) {
        assertThatThrownBy(() -> installer(npm).install())
                .isInstanceOf(InstallException.class)
                .hasMessageContainingAll(parts);
        if (Files.isDirectory(home)) {
            assertNothingIn(home.resolve("ggml"));
        }
    }

    private EngineInstaller installer(NpmPack npm) {
        return installer(npm, tested::add);
    }

    private EngineInstaller installer(NpmPack npm, Consumer<GgmlCandidate> selfTest) {
        return new EngineInstaller(
                TestLibraries.linux(home),
                Optional.of(npmPackage),
                npm,
                selfTest,
                InstallProgress.SILENT);
    }

    private NpmPack missingNpm() {
        return new NpmPack(List.of(temporary.resolve("none")), TIMEOUT);
    }

    private NpmPack npm(String script) throws IOException {
        return new NpmPack(searchPath(script), TIMEOUT);
    }

    private List<Path> searchPath(String script) throws IOException {
        Path folder = Files.createTempDirectory(temporary, "bin");
        makeExecutable(Files.writeString(folder.resolve("npm"), "#!/bin/sh\n" + script + "\n"));
        return List.of(folder, Path.of("/bin"), Path.of("/usr/bin"));
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path target() {
        return home.resolve("ggml/linux-x64-9.9.9");
    }

    private void assertNothingElseIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(target());
        }
    }

    private static void assertNothingIn(Path folder) {
        assertThat(folder).isEmptyDirectory();
    }
}
