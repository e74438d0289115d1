package org.boltmesh.shards.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Optional;
import org.boltmesh.shards.ggml.GgmlUnavailableException;

/**
 * The library inside node.jar (llama.cpp b4916 as {@code de.kherud:llama} ships it), extracted to a
 * folder of ours. Several processes may extract it at once: each writes a file of its own and
 * renames it, and a file that is there already is taken only if every byte is right.
 */
final class BundledLibrary {
    static final String VERSION = "4.2.0";

    private final LibraryPlatform platform;
    private final String resource;
    private final long sizeBytes;
    private final String sha256;

    private BundledLibrary(
            LibraryPlatform platform, String resource, long sizeBytes, String sha256) {
        this.platform = platform;
        this.resource = resource;
        this.sizeBytes = sizeBytes;
        this.sha256 = sha256;
    }

    /** The library for {@code platform}. */
    static BundledLibrary of(LibraryPlatform platform) {
        return switch (platform) {
            case LINUX_X86_64 ->
                    new BundledLibrary(
                            platform,
                            "/de/kherud/llama/Linux/x86_64/libjllama.so",
                            5_622_712,
                            "93276c536d00f037c37ed6ec1e55be9c828940f4a0af59af10a8f638a31bbc3c");
            case LINUX_ARM64 ->
                    new BundledLibrary(
                            platform,
                            "/de/kherud/llama/Linux/aarch64/libjllama.so",
                            6_330_936,
                            "d852c1625b2dac90a974613a2f019ecabf0c5d7bc054dcc14a05246d5aa2a1a7");
            case MAC_ARM64 ->
                    new BundledLibrary(
                            platform,
                            "/de/kherud/llama/Mac/aarch64/libjllama.dylib",
                            4_770_880,
                            "7ba2311dc634e24b572512a2279357327511ad3d77dea032a77feab77c14d341");
        };
    }

    /** Where it is extracted to, below the folder for our libraries. */
    Path folder(Path ggmlHome) {
        return ggmlHome.resolve(
                "bundled-" + VERSION + "-" + platform.os() + "-" + platform.architecture());
    }

    /** Extracts it unless that was done before; returns the file. */
    Path extract(Path ggmlHome) {
        Path target = folder(ggmlHome).resolve(fileName());
        try {
            if (!isWhole(target)) {
                Files.createDirectories(folder(ggmlHome));
                copy(ggmlHome, target);
            }
            return target;
        } catch (IOException e) {
            throw new GgmlUnavailableException(
                    "cannot extract " + target + ": " + FileFault.reason(e));
        }
    }

    private void copy(Path ggmlHome, Path target) throws IOException {
        try (PartialFiles partial = PartialFiles.in(ggmlHome)) {
            Path file = partial.folder().resolve(fileName());
            Optional<InputStream> source =
                    Optional.ofNullable(BundledLibrary.class.getResourceAsStream(resource));
            if (source.isEmpty()) {
                throw new GgmlUnavailableException(
                        "node.jar does not hold " + resource + "; build or download it again");
            }
            try (InputStream bytes = source.get()) {
                Files.copy(bytes, file);
            }
            if (!isWhole(file)) {
                throw new GgmlUnavailableException(
                        "%s in node.jar is damaged: sha256 %s, want %s; download it again"
                                .formatted(resource, sha256(file), sha256));
            }
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private boolean isWhole(Path file) throws IOException {
        return Files.isRegularFile(file)
                && Files.size(file) == sizeBytes
                && sha256(file).equals(sha256);
    }

    private static String sha256(Path file) throws IOException {
        return HexFormat.of().formatHex(Checksums.of(file, "SHA-256"));
    }

    private String fileName() {
        return resource.substring(resource.lastIndexOf('/') + 1);
    }
}
