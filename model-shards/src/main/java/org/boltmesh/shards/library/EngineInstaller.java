package org.boltmesh.shards.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;
import org.boltmesh.shards.ggml.GgmlUnavailableException;

/**
 * Installs ggml's libraries from npm into our own folder. They appear there whole or not at all:
 * all work is done in a private folder beside it that is renamed at the end. Several processes may
 * install at once; the first one wins.
 */
public final class EngineInstaller {
    private static final long ARCHIVE_BYTES_MAX = 128L << 20;

    /** Brings the archive into a private folder. */
    @FunctionalInterface
    private interface Source {
        Path fetch(NpmPackage npmPackage, Path folder) throws IOException;
    }

    private final GgmlEnvironment environment;
    private final Optional<NpmPackage> pinned;
    private final NpmPack npm;
    private final Consumer<GgmlCandidate> selfTest;
    private final InstallProgress progress;

    /**
     * @param selfTest loads the unpacked libraries before they are put in place; throws {@link
     *     GgmlUnavailableException} to have them refused
     */
    public EngineInstaller(
            GgmlEnvironment environment,
            NpmPack npm,
            Consumer<GgmlCandidate> selfTest,
            InstallProgress progress) {
        this(environment, environment.platform().map(NpmPackage::of), npm, selfTest, progress);
    }

    EngineInstaller(
            GgmlEnvironment environment,
            Optional<NpmPackage> pinned,
            NpmPack npm,
            Consumer<GgmlCandidate> selfTest,
            InstallProgress progress) {
        this.environment = environment;
        this.pinned = pinned;
        this.npm = npm;
        this.selfTest = selfTest;
        this.progress = progress;
    }

    /** Fetches the package with npm and installs it. Throws {@link InstallException}. */
    public InstallReport install() {
        return install(
                (npmPackage, folder) -> {
                    progress.step("fetching " + npmPackage.specification() + " with npm");
                    return npm.fetch(npmPackage, folder);
                });
    }

    /** Installs the package from a file fetched before. Throws {@link InstallException}. */
    public InstallReport installFrom(Path archive) {
        return install((_, folder) -> copy(archive, folder));
    }

    private InstallReport install(Source source) {
        NpmPackage npmPackage = npmPackage();
        Path target = environment.ggmlHome().resolve(npmPackage.folderName());
        try {
            boolean isNew = !isWhole(target);
            if (isNew) {
                Files.createDirectories(environment.ggmlHome());
                build(npmPackage, source, target);
            }
            return new InstallReport(
                    npmPackage, look(target), isNew, new InstalledFolder(target).sizeBytes());
        } catch (IOException e) {
            throw new InstallException(
                    "cannot install to %s: %s".formatted(target, FileFault.reason(e)), e);
        }
    }

    private NpmPackage npmPackage() {
        return pinned.orElseThrow(
                () ->
                        new InstallException(
                                "no package for %s on %s: Linux on x86_64 or arm64, or macOS on arm64 is needed"
                                        .formatted(environment.osName(), environment.osArch())));
    }

    private void build(NpmPackage npmPackage, Source source, Path target) throws IOException {
        try (PartialFiles partial = PartialFiles.in(environment.ggmlHome())) {
            Path download = Files.createDirectory(partial.folder().resolve("download"));
            Path archive = source.fetch(npmPackage, download);
            verify(npmPackage, archive);
            Path unpacked = Files.createDirectory(partial.folder().resolve("unpacked"));
            progress.step("unpacking to " + target);
            new LibraryArchive(archive, npmPackage).unpack(unpacked, progress);
            test(npmPackage, unpacked);
            new InstalledFolder(unpacked).seal();
            publish(unpacked, target, partial);
        }
    }

    private static Path copy(Path archive, Path folder) throws IOException {
        if (!Files.isRegularFile(archive)) {
            throw new InstallException(
                    "%s is not a file; give the .tgz that npm pack made".formatted(archive));
        }
        if (Files.size(archive) > ARCHIVE_BYTES_MAX) {
            throw new InstallException(
                    "%s has %d bytes, want at most %d; give the .tgz that npm pack made"
                            .formatted(archive, Files.size(archive), ARCHIVE_BYTES_MAX));
        }
        try {
            return Files.copy(archive, folder.resolve("archive.tgz"));
        } catch (IOException e) {
            throw new InstallException(
                    "cannot copy %s: %s".formatted(archive, FileFault.reason(e)), e);
        }
    }

    private void verify(NpmPackage npmPackage, Path archive) throws IOException {
        progress.step("checking its SHA-512");
        byte[] found = Checksums.of(archive, "SHA-512");
        if (!MessageDigest.isEqual(found, npmPackage.sha512())) {
            throw new InstallException(
                    "the archive is not %s: its sha512 is %s, want %s; get it with npm pack %s"
                            .formatted(
                                    npmPackage.specification(),
                                    Base64.getEncoder().encodeToString(found),
                                    npmPackage.integrity(),
                                    npmPackage.specification()));
        }
    }

    private void test(NpmPackage npmPackage, Path unpacked) {
        progress.step("testing the library");
        try {
            selfTest.accept(look(unpacked));
        } catch (GgmlUnavailableException e) {
            throw new InstallException(
                    "%s does not work here, so it is not installed: %s"
                            .formatted(npmPackage.specification(), e.getMessage()),
                    e);
        }
    }

    private void publish(Path unpacked, Path target, PartialFiles partial) throws IOException {
        if (Files.exists(target) && !isWhole(target)) {
            progress.step("replacing what was damaged");
            Files.move(target, partial.folder().resolve("damaged"), StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(unpacked, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!isWhole(target)) {
                throw e;
            }
            progress.step("another process has just installed it");
        }
    }

    private static boolean isWhole(Path target) throws IOException {
        return Files.isDirectory(target) && new InstalledFolder(target).isWhole();
    }

    private GgmlCandidate look(Path folder) {
        return new GgmlLocator(environment).lookInto(folder, GgmlSource.INSTALLED);
    }
}
