package org.boltmesh.shards.library;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The real libraries from npm, installed below {@code target} once per build. */
public final class NpmGgml {
    private static Optional<String> refusal = Optional.empty();

    private NpmGgml() {}

    /** The folder with the libraries for this machine; aborts the calling test without npm. */
    public static Path folder() {
        return candidate().folder();
    }

    /** The libraries for this machine; aborts the calling test without npm. */
    public static GgmlCandidate candidate() {
        return report().ggml();
    }

    static synchronized InstallReport report() {
        if (refusal.isEmpty()) {
            try {
                return install(TestGgml.environment());
            } catch (InstallException e) {
                refusal = Optional.of("no ggml from npm: " + e.getMessage());
            }
        }
        System.err.println("SKIPPED: " + refusal.get());
        return abort(refusal.get());
    }

    /** One process at a time: the others wait instead of fetching it too. */
    private static InstallReport install(GgmlEnvironment environment) {
        try {
            Files.createDirectories(environment.ggmlHome());
            try (FileChannel channel =
                            FileChannel.open(
                                    environment.ggmlHome().resolve("lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                return new EngineInstaller(
                                environment, NpmPack.current(), ggml -> {}, InstallProgress.SILENT)
                        .install();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
