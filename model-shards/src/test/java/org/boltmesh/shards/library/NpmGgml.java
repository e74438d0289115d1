package org.boltmesh.shards.library;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The real libraries from npm, installed below {@code target} once per build. */
public final class NpmGgml {
    private NpmGgml() {}

    /** The folder with the libraries for this machine; aborts the calling test without npm. */
    public static Path folder() {
        return candidate().folder();
    }

    /** The libraries for this machine; aborts the calling test without npm. */
    public static synchronized GgmlCandidate candidate() {
        GgmlEnvironment environment = TestGgml.environment();
        GgmlLocator locator = new GgmlLocator(environment);
        Path folder = locator.places().getFirst().folders().getFirst();
        if (!Files.isDirectory(folder)) {
            try {
                Files.createDirectories(environment.ggmlHome());
                Path lock = folder.resolveSibling("lock");
                try (FileChannel channel =
                                FileChannel.open(
                                        lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock _ = channel.lock()) {
                    install(folder);
                }
            } catch (IOException | InterruptedException e) {
                System.err.println("SKIPPED: no ggml from npm: " + e);
                abort("no ggml from npm: " + e);
            }
        }
        return locator.look(locator.places().getFirst());
    }

    private static void install(Path folder) throws IOException, InterruptedException {
        if (Files.isDirectory(folder)) {
            return;
        }
        NpmPackage npm =
                NpmPackage.of(
                        LibraryPlatform.of(
                                        System.getProperty("os.name"),
                                        System.getProperty("os.arch"))
                                .orElseThrow());
        try (PartialFiles partial = PartialFiles.in(TestGgml.environment().ggmlHome())) {
            run(partial.folder(), "npm", "pack", npm.specification());
            run(partial.folder(), "sh", "-c", "tar xzf *.tgz");
            Files.move(partial.folder().resolve("package/bins/" + npm.shortName()), folder);
        }
    }

    private static void run(Path folder, String... command)
            throws IOException, InterruptedException {
        int code =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .inheritIO()
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException(command[0] + " ended with " + code);
        }
    }
}
