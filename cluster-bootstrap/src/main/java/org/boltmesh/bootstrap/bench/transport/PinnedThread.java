package org.boltmesh.bootstrap.bench.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Gives a thread a processor of its own, where the system has {@code taskset}. */
public final class PinnedThread {
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final long WAIT_SECONDS = 5;

    private PinnedThread() {}

    /**
     * Pins the calling thread to the first of the processors that it may have, or to the last.
     *
     * @return to which, or why not, for people
     */
    public static String pin(boolean toFirst) throws InterruptedException {
        try {
            if (!Files.exists(SELF)) {
                return "not pinned (no %s)".formatted(SELF);
            }
            List<Integer> processors = allowed(Files.readAllLines(SELF.resolve("status")));
            if (processors.size() < 2) {
                return "not pinned (one processor)";
            }
            int processor = toFirst ? processors.getFirst() : processors.getLast();
            String thread = Files.readSymbolicLink(SELF).getFileName().toString();
            return taskset(processor, thread);
        } catch (IOException e) {
            return "not pinned (%s)".formatted(e.getMessage());
        }
    }

    private static String taskset(int processor, String thread)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                "taskset",
                                "--pid",
                                "--cpu-list",
                                Integer.toString(processor),
                                thread)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return "not pinned (taskset hangs)";
        }
        return process.exitValue() == 0
                ? "processor " + processor
                : "not pinned (taskset ended with %d)".formatted(process.exitValue());
    }

    /** Reads a list such as {@code 0-3,8}. */
    static List<Integer> allowed(List<String> status) {
        List<Integer> processors = new ArrayList<>();
        status.stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .flatMap(list -> List.of(list.split(",", -1)).stream())
                .forEach(range -> add(processors, range.split("-", -1)));
        return processors;
    }

    private static void add(List<Integer> processors, String[] range) {
        int first = Integer.parseInt(range[0]);
        int last = Integer.parseInt(range[range.length - 1]);
        for (int processor = first; processor <= last; processor++) {
            processors.add(processor);
        }
    }
}
