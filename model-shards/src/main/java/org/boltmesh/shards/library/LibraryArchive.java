package org.boltmesh.shards.library;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * The {@code .tgz} of an npm package. Only ggml's libraries and the licence are unpacked, all into
 * one folder. Its checksum is known to be right before, yet nothing in it is believed: no links, no
 * paths upwards, no absurd sizes, nothing twice.
 */
final class LibraryArchive {
    private static final long UNPACKED_BYTES_MAX = 128L << 20;
    private static final int ENTRIES_MAX = 10_000;
    private static final Pattern LIBRARY =
            Pattern.compile("libggml[A-Za-z0-9._-]{0,100}\\.(so|dylib)");
    private static final Set<Byte> PLAIN_TYPES =
            Set.of(TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM, TarConstants.LF_DIR);
    private static final String LICENCE = "package/LICENSE";

    private final Path archive;
    private final String specification;
    private final String libraryFolder;

    LibraryArchive(Path archive, NpmPackage npmPackage) {
        this.archive = archive;
        this.specification = npmPackage.specification();
        this.libraryFolder = "package/bins/" + npmPackage.shortName() + "/";
    }

    /** Writes the libraries to {@code target}, which must be empty. */
    void unpack(Path target, InstallProgress progress) {
        try (TarArchiveInputStream tar = open(progress)) {
            int entries = 0;
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                if (++entries > ENTRIES_MAX) {
                    throw refused("it has more than " + ENTRIES_MAX + " entries");
                }
                check(entry);
                Optional<String> name = wantedName(entry);
                if (name.isPresent()) {
                    write(tar, target.resolve(name.get()));
                }
            }
        } catch (IOException e) {
            throw new InstallException(
                    "cannot unpack the archive of %s to %s: %s"
                            .formatted(specification, target, FileFault.reason(e)),
                    e);
        }
    }

    private TarArchiveInputStream open(InstallProgress progress) throws IOException {
        long archiveBytes = Files.size(archive);
        InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        try {
            InputStream packed =
                    new MeteredStream(
                            file, archiveBytes, bytes -> progress.unpacked(bytes, archiveBytes));
            return new TarArchiveInputStream(
                    new MeteredStream(
                            new GzipCompressorInputStream(packed),
                            UNPACKED_BYTES_MAX,
                            bytes -> {}));
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private void check(TarArchiveEntry entry) {
        String name = entry.getName();
        if (name.startsWith("/")
                || name.indexOf('\\') >= 0
                || List.of(name.split("/", -1)).contains("..")) {
            throw refused("its entry %s leads out of its folder".formatted(printable(name)));
        }
        if (!PLAIN_TYPES.contains(entry.getLinkFlag()) || entry.isSparse()) {
            throw refused("its entry %s is not a plain file".formatted(printable(name)));
        }
        if (entry.getSize() < 0 || entry.getSize() > UNPACKED_BYTES_MAX) {
            throw refused(
                    "its entry %s has %d bytes, at most %d are unpacked"
                            .formatted(printable(name), entry.getSize(), UNPACKED_BYTES_MAX));
        }
    }

    /** The name to unpack an entry by; empty if it is not wanted. */
    private Optional<String> wantedName(TarArchiveEntry entry) {
        String name = entry.getName();
        if (entry.isDirectory()) {
            return Optional.empty();
        }
        if (name.equals(LICENCE)) {
            return Optional.of("LICENSE");
        }
        return name.startsWith(libraryFolder)
                ? Optional.of(name.substring(libraryFolder.length()))
                        .filter(file -> LIBRARY.matcher(file).matches())
                : Optional.empty();
    }

    private static void write(InputStream bytes, Path target) throws IOException {
        try (OutputStream file =
                new BufferedOutputStream(
                        Files.newOutputStream(target, StandardOpenOption.CREATE_NEW))) {
            bytes.transferTo(file);
        }
    }

    private InstallException refused(String reason) {
        return new InstallException(
                "the archive of %s is refused: %s".formatted(specification, reason));
    }

    private static String printable(String name) {
        String safe = name.replaceAll("\\p{Cntrl}", "?");
        return safe.length() <= 100 ? safe : safe.substring(0, 100) + "...";
    }
}
