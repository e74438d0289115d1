package org.boltmesh.driver.fabric;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs this machine's tools. A tool that hangs is killed at its deadline and not waited for. */
public final class SystemTools implements OutputRunner {
    /** Where macOS keeps them; services often run with a shorter path. */
    private static final List<Path> USUAL_FOLDERS =
            Stream.of("/usr/bin", "/usr/sbin", "/bin", "/sbin").map(Path::of).toList();

    private final List<Path> folders;
    private final Optional<Duration> deadline;

    private SystemTools(List<Path> folders, Optional<Duration> deadline) {
        this.folders = folders;
        this.deadline = deadline;
    }

    /** The tools of {@code PATH} and of the usual folders. */
    public static SystemTools create() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        Stream<Path> folders =
                Stream.of(path.split(File.pathSeparator, -1))
                        .filter(entry -> !entry.isEmpty())
                        .map(Path::of);
        return new SystemTools(
                Stream.concat(folders, USUAL_FOLDERS.stream()).toList(), Optional.empty());
    }

    /** The tools of one folder, each with this deadline instead of its own. */
    static SystemTools in(Path folder, Duration deadline) {
        return new SystemTools(List.of(folder), Optional.of(deadline));
    }

    @Override
    public ToolOutput run(Tool tool) {
        String program = tool.commands().getFirst().getFirst();
        Optional<Path> found =
                folders.stream()
                        .map(folder -> folder.resolve(program))
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                        .findFirst();
        return found.<ToolOutput>map(file -> run(tool, file))
                .orElseGet(() -> new ToolOutput.Absent("there is no " + program + " here"));
    }

    private ToolOutput run(Tool tool, Path program) {
        Attempt last = attempt(tool, program, tool.commands().getFirst());
        for (List<String> next : tool.commands().subList(1, tool.commands().size())) {
            if (last.exitCode() <= 0) {
                break;
            }
            last = attempt(tool, program, next);
        }
        return last.output();
    }

    /** One run; the exit code is negative if it did not end by itself. */
    private record Attempt(int exitCode, ToolOutput output) {
        static Attempt failed(String reason) {
            return new Attempt(-1, new ToolOutput.Failed(reason));
        }
    }

    private Attempt attempt(Tool tool, Path program, List<String> command) {
        String line = String.join(" ", command);
        Stream<String> arguments =
                Stream.concat(Stream.of(program.toString()), command.stream().skip(1));
        ProcessBuilder builder =
                new ProcessBuilder(arguments.toList())
                        .redirectErrorStream(true)
                        .redirectInput(new File("/dev/null"));
        builder.environment().put("LC_ALL", "C");
        try {
            return await(builder.start(), line, deadline.orElse(tool.deadline()));
        } catch (IOException e) {
            return Attempt.failed(line + " could not be started: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Attempt.failed(line + " was interrupted");
        }
    }

    private static Attempt await(Process process, String line, Duration deadline)
            throws InterruptedException {
        OutputReader reader = OutputReader.start(process.getInputStream(), OUTPUT_BYTES_MAX);
        try {
            long endNs = System.nanoTime() + deadline.toNanos();
            boolean read = reader.await(deadline);
            if (reader.isTooMuch()) {
                return Attempt.failed(
                        "%s printed more than %d bytes".formatted(line, OUTPUT_BYTES_MAX));
            }
            if (!read || !process.waitFor(endNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return Attempt.failed(
                        "%s did not end within %d ms".formatted(line, deadline.toMillis()));
            }
            String text = new String(reader.bytes(), StandardCharsets.UTF_8);
            return new Attempt(process.exitValue(), new ToolOutput.Printed(text));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
