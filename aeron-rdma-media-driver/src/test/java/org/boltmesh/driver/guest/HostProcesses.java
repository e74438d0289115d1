package org.boltmesh.driver.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Processes on the guest's hosts, and all that they have said. Whatever is waited for and does not
 * come in time is told together with that. Not thread-safe: a test's own.
 */
public final class HostProcesses implements AutoCloseable {
    private static final Duration BOUND = Duration.ofMinutes(3);

    private final Path folder;
    private final Duration bound;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param folder for what they say
     */
    public HostProcesses(Path folder) {
        this(folder, BOUND);
    }

    HostProcesses(Path folder, Duration bound) {
        this.folder = folder;
        this.bound = bound;
    }

    /** Starts a class with this JVM's class path as a host, 1 or 2. */
    public void start(String name, int host, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("rdma-host", Integer.toString(host)));
        command.addAll(SoftRoceGuest.java());
        command.add(main.getName());
        command.addAll(List.of(arguments));
        start(name, command);
    }

    void start(String name, List<String> command) throws IOException {
        processes.put(
                name,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(name).toFile())
                        .start());
    }

    /** A line for its standard input. */
    public void tell(String name, String line) throws IOException {
        Writer writer = process(name).outputWriter(StandardCharsets.UTF_8);
        writer.write(line + "\n");
        writer.flush();
    }

    /** It is told no more. */
    public void endInput(String name) throws IOException {
        process(name).outputWriter(StandardCharsets.UTF_8).close();
    }

    /** {@code kill -9}. */
    public void kill(String name) throws InterruptedException {
        process(name).destroyForcibly().waitFor();
    }

    /** Waits until it has said these words; fails at once when it ends without. */
    public void await(String name, String words) throws InterruptedException {
        Process process = process(name);
        await(() -> said(name).contains(words) || !process.isAlive());
        if (!said(name).contains(words)) {
            throw new AssertionError(
                    "'%s' was not said within %d s by %s, which %s%n%s"
                            .formatted(words, bound.toSeconds(), name, state(process), allSaid()));
        }
    }

    /** Waits until it ends, as it should. */
    public void awaitEnd(String name) throws InterruptedException {
        Process process = process(name);
        process.waitFor(bound.toNanos(), TimeUnit.NANOSECONDS);
        assertThat(state(process)).as("%s%n%s", name, allSaid()).isEqualTo("ended with 0");
    }

    private void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + bound.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private static String state(Process process) {
        return process.isAlive() ? "runs" : "ended with " + process.exitValue();
    }

    private Process process(String name) {
        Process process = processes.get(name);
        if (process == null) {
            throw new IllegalArgumentException(
                    "no process %s, want one of %s".formatted(name, processes.keySet()));
        }
        return process;
    }

    /** What it has said so far, errors as well. */
    public String said(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String allSaid() {
        return processes.keySet().stream()
                .map(name -> "--- %s:%n%s".formatted(name, said(name)))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
    }
}
