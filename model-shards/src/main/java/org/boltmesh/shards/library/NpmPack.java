package org.boltmesh.shards.library;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fetches a package's archive with {@code npm pack}, which needs no Node modules around it. */
public final class NpmPack {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final int OUTPUT_BYTES_MAX = 16 << 10;

    private final List<Path> searchPath;
    private final Duration timeout;

    /**
     * @param searchPath folders that npm is looked for in
     * @param timeout npm is killed after that long
     */
    public NpmPack(List<Path> searchPath, Duration timeout) {
        this.searchPath = List.copyOf(searchPath);
        this.timeout = timeout;
    }

    /** Uses the npm in {@code PATH} or in Homebrew's folders, with a generous timeout. */
    public static NpmPack current() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Stream<String> usual = Stream.of("/opt/homebrew/bin", "/usr/local/bin");
        return new NpmPack(
                Stream.concat(Pattern.compile(File.pathSeparator).splitAsStream(path), usual)
                        .filter(folder -> !folder.isBlank())
                        .map(Path::of)
                        .toList(),
                TIMEOUT);
    }

    /** Fetches the archive into {@code folder}, which must be private; returns it. */
    Path fetch(NpmPackage npmPackage, Path folder) {
        Path npm = find(npmPackage);
        try {
            Path output = folder.resolve("npm.log");
            int exitCode = run(npm, npmPackage, folder, output);
            if (exitCode != 0) {
                throw failed(npmPackage, NpmFault.reason(exitCode, tail(output)));
            }
            return archive(npmPackage, folder);
        } catch (IOException e) {
            throw failed(npmPackage, FileFault.reason(e));
        }
    }

    private Path find(NpmPackage npmPackage) {
        return searchPath.stream()
                .map(folder -> folder.resolve("npm"))
                .filter(npm -> Files.isRegularFile(npm) && Files.isExecutable(npm))
                .findFirst()
                .orElseThrow(
                        () ->
                                new InstallException(
                                        "npm is not in PATH; install Node.js (brew install node,"
                                                + " apt-get install npm), or "
                                                + elsewhere(npmPackage)));
    }

    private int run(Path npm, NpmPackage npmPackage, Path folder, Path output) throws IOException {
        Process process =
                command(npm, npmPackage)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(output.toFile())
                        .start();
        Thread atExit = new Thread(() -> kill(process), "kill-npm");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failed(
                        npmPackage,
                        "it took longer than %d s; check the network"
                                .formatted(timeout.toSeconds()));
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(npmPackage, "interrupted");
        } finally {
            kill(process);
            forget(atExit);
        }
    }

    /** npm is a script that looks for {@code node} in PATH, so its own folder comes first there. */
    private ProcessBuilder command(Path npm, NpmPackage npmPackage) {
        ProcessBuilder command =
                new ProcessBuilder(
                        npm.toAbsolutePath().toString(),
                        "pack",
                        npmPackage.specification(),
                        "--ignore-scripts",
                        "--loglevel=error",
                        "--no-update-notifier",
                        "--fetch-retries=1");
        command.environment()
                .put(
                        "PATH",
                        searchPath.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)));
        return command;
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(KILL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook has nothing left to kill.
            return;
        }
    }

    private static Path archive(NpmPackage npmPackage, Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".tgz"))
                            .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                            .toList();
            if (archives.size() != 1) {
                throw failed(npmPackage, "it left %d archives, want 1".formatted(archives.size()));
            }
            return archives.getFirst();
        }
    }

    private static String tail(Path output) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - OUTPUT_BYTES_MAX));
            byte[] bytes = new byte[(int) Math.min(file.length(), OUTPUT_BYTES_MAX)];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static InstallException failed(NpmPackage npmPackage, String reason) {
        return new InstallException(
                "npm pack %s failed: %s; or %s"
                        .formatted(npmPackage.specification(), reason, elsewhere(npmPackage)));
    }

    private static String elsewhere(NpmPackage npmPackage) {
        return "run npm pack %s on another machine and install its .tgz here with --from FILE"
                .formatted(npmPackage.specification());
    }
}
