package org.boltmesh.bootstrap;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.boltmesh.process.ExitStatus;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node in a process of its own that ends with this one: its standard input ends then. What it
 * prints goes to our log. Thread-safe.
 */
final class DemoNode {
    private static final Logger LOG = LoggerFactory.getLogger(DemoNode.class);
    private static final int LINES_KEPT = 3;
    private static final int LINE_MAX = 200;
    private static final Duration LAST_LINES_TIMEOUT = Duration.ofSeconds(1);

    private final String name;
    private final Path dataFolder;
    private final Process process;

    /** Handles know a process from another one that gets its number later. */
    private final Set<ProcessHandle> children = ConcurrentHashMap.newKeySet();

    private final Deque<String> lastLines = new ArrayDeque<>();
    private final CompletableFuture<Boolean> outputEnd = new CompletableFuture<>();

    private DemoNode(String name, Path dataFolder, Process process) {
        this.name = name;
        this.dataFolder = dataFolder;
        this.process = process;
    }

    /**
     * Makes the node's folder, with its configuration, and starts it. It removes the folder itself,
     * and the one above when that is empty.
     *
     * @param ggml folder of the libraries that its engines use; empty: they search
     */
    static DemoNode start(DemoNodeConfig config, Optional<String> ggml) throws IOException {
        Path folder =
                Files.createDirectory(
                        config.dataFolder(),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        Path file = Files.writeString(folder.resolve("node.conf"), config.text());
        var builder = new ProcessBuilder(commandLine(file)).redirectErrorStream(true);
        ggml.ifPresent(place -> builder.environment().put(GgmlEnvironment.GGML_VARIABLE, place));
        var node = new DemoNode(config.name(), folder, builder.start());
        Thread.ofPlatform().daemon().name(config.name()).start(node::readOutput);
        return node;
    }

    /** Ctrl-C in a terminal reaches us alone, who then stop the nodes in order. */
    private static List<String> commandLine(Path config) {
        List<String> line =
                new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$0\" \"$@\""));
        line.addAll(OwnProgram.nodeCommand());
        line.addAll(List.of("--config", config.toString()));
        line.addAll(List.of("--stop-on-input-end", "--remove-data-folder", "--remove-fabric"));
        return line;
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                LOG.info("{}", line);
                keep(line.strip());
            }
        } catch (IOException e) {
            LOG.info("the output of {} ends: {}", name, e.getMessage());
        } finally {
            outputEnd.complete(true);
        }
    }

    private synchronized void keep(String line) {
        if (line.isEmpty()) {
            return;
        }
        if (lastLines.size() == LINES_KEPT) {
            lastLines.removeFirst();
        }
        lastLines.addLast(line.substring(0, Math.min(line.length(), LINE_MAX)));
    }

    Path dataFolder() {
        return dataFolder;
    }

    CompletableFuture<Process> end() {
        return process.onExit();
    }

    /** How the process ended, and its last words; waits for them. */
    String death() {
        outputEnd
                .completeOnTimeout(false, LAST_LINES_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return "%s, process %d, %s; its log ends: %s"
                .formatted(
                        name, process.pid(), ExitStatus.describe(process.exitValue()), lastWords());
    }

    private synchronized String lastWords() {
        return lastLines.isEmpty() ? "(it is empty)" : String.join(" | ", lastLines);
    }

    /** Remembers the processes that the node has started, in case that it cannot end them. */
    void noteChildren() {
        process.children().forEach(children::add);
    }

    /** Asks it to stop in order. */
    void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            LOG.debug("{} is gone: {}", name, e.getMessage());
        }
    }

    /** Ends it where it is still there. */
    void kill() {
        if (process.isAlive()) {
            LOG.warn("{}, process {}, does not end; SIGKILL", name, process.pid());
            noteChildren();
            process.destroyForcibly();
        }
    }

    /** Processes that it left. */
    List<ProcessHandle> orphans() {
        return children.stream().filter(ProcessHandle::isAlive).toList();
    }
}
