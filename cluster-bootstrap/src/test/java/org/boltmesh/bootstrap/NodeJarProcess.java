package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A run of the packed node.jar with a home and a folder for temporary files of its own. */
final class NodeJarProcess implements AutoCloseable {
    private static final Path JAR =
            Path.of(System.getProperty("boltmesh.root", "..")).resolve("target/node.jar");
    private static final long TIMEOUT_S = 120;

    private final Path folder;
    private final Process process;

    private NodeJarProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    static NodeJarProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, folder.resolve("home"), arguments);
    }

    static NodeJarProcess start(Path folder, Path home, String... arguments) throws IOException {
        return start(folder, home, Map.of(), arguments);
    }

    static NodeJarProcess start(
            Path folder, Path home, Map<String, String> environment, String... arguments)
            throws IOException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().put("BOLTMESH_HOME", home.toString());
        builder.redirectOutput(folder.resolve("out").toFile());
        builder.redirectError(folder.resolve("err").toFile());
        return new NodeJarProcess(folder, builder.start());
    }

    /** Waits for the end; fails with what it said and where its threads are. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "process %d does not end: %s%n%s"
                            .formatted(pid(), text(folder.resolve("err")), threads()));
        }
        return process.exitValue();
    }

    /** Java writes them to standard output. */
    private String threads() throws InterruptedException {
        try {
            signal("QUIT");
            await(() -> text(folder.resolve("out")).contains("JNI global refs"));
            return out();
        } catch (IOException e) {
            return e.toString();
        }
    }

    String out() throws IOException {
        return Files.readString(folder.resolve("out"), StandardCharsets.UTF_8);
    }

    String err() throws IOException {
        return Files.readString(folder.resolve("err"), StandardCharsets.UTF_8);
    }

    /** Waits for standard output to have something, and so for the middle of an answer. */
    void awaitText(int lengthBytes) {
        await(() -> sizeOut() >= lengthBytes || !process.isAlive());
        assertThat(process.isAlive()).isTrue();
    }

    private long sizeOut() {
        return folder.resolve("out").toFile().length();
    }

    /** Waits for words on standard error. */
    void awaitErr(String wanted) {
        await(() -> text(folder.resolve("err")).contains(wanted) || !process.isAlive());
        assertThat(text(folder.resolve("err"))).contains(wanted);
    }

    /** What a file has, be it missing or growing. */
    static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Closes its standard input. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** The one child process. */
    ProcessHandle engine() {
        List<ProcessHandle> children = process.children().toList();
        assertThat(children).hasSize(1);
        return children.getFirst();
    }

    /** All processes below it that run at this moment. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() {
        process.destroyForcibly();
    }

    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Neither a socket nor a folder of one. */
    void assertNothingTemporaryLeft() throws IOException {
        try (var files = Files.list(folder.resolve("tmp"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("boltmesh")))
                    .isEmpty();
        }
    }

    boolean isAnythingTemporaryLeft() {
        String[] names = folder.resolve("tmp").toFile().list((_, name) -> name.startsWith("bolt"));
        return names != null && names.length > 0;
    }

    static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
