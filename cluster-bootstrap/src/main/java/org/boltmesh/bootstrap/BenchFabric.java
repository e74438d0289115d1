package org.boltmesh.bootstrap;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A simulated cable between this process and another one of its own that answers. */
final class BenchFabric implements AutoCloseable {
    /** The host that measures. */
    static final String HOST = "a";

    /** The host that answers, and the name that both devices have. */
    static final String OTHER_HOST = "b";

    static final String DEVICE = "rdma_en3";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long STOP_SECONDS = 5;

    private final Path folder;
    private final Process answerer;
    private final int port;

    private BenchFabric(Path folder, Process answerer, int port) {
        this.folder = folder;
        this.answerer = answerer;
        this.port = port;
    }

    /**
     * Lays the cable and starts the other process.
     *
     * @param cableOptions as in a cables file, such as {@code latency=10us}
     * @param answerer command line of the other process, for the fabric's folder
     */
    static BenchFabric start(String cableOptions, Function<Path, List<String>> answerer)
            throws IOException {
        Path folder =
                Files.isWritable(SHARED_MEMORY)
                        ? Files.createTempDirectory(SHARED_MEMORY, "boltmesh-bench-")
                        : Files.createTempDirectory("boltmesh-bench-");
        Process process = null;
        try {
            String cable =
                    "cable %s:%s %s:%s %s\n"
                            .formatted(HOST, DEVICE, OTHER_HOST, DEVICE, cableOptions);
            Files.writeString(folder.resolve("cables"), "manners thunderbolt\n" + cable);
            process =
                    new ProcessBuilder(answerer.apply(folder))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            return new BenchFabric(folder, process, readPort(process));
        } catch (IOException | CommandException e) {
            if (process != null) {
                process.destroyForcibly();
            }
            FolderRemoval.removeAll(folder);
            throw e;
        }
    }

    /** The other process says where it listens in its first line. */
    private static int readPort(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        if (line == null) {
            throw new CommandException(
                    "the answering process ended before it listened; see what it says, and try again");
        }
        if (!line.matches("listening at .*:[0-9]+")) {
            throw new CommandException(
                    "the answering process said '%s', want where it listens".formatted(line));
        }
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    Path folder() {
        return folder;
    }

    /** Where the other process listens on this machine. */
    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        try {
            answerer.destroy();
            if (!answerer.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                answerer.destroyForcibly();
            }
        } catch (InterruptedException _) {
            answerer.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        FolderRemoval.removeAll(folder);
    }
}
