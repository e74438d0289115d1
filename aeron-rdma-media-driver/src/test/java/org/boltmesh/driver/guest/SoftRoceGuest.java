package org.boltmesh.driver.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A guest with a real kernel's verbs over two Soft-RoCE devices, which is booted once for all tests
 * of a package that are marked {@link SoftRoce}. {@code -Dboltmesh.rdma-vm.kernel=…} takes another
 * kernel.
 */
public final class SoftRoceGuest {
    private static final int TIMEOUT_S = 590;

    /** What rdma-vm ends with when not our tests but its machine failed. */
    private static final int MACHINE_FAILED = 125;

    private static final String SCRIPT = "soft-roce-guest.sh";
    private static final String KERNEL = System.getProperty("boltmesh.rdma-vm.kernel", "host");
    private static final Path RDMA_VM =
            Path.of(System.getProperty("boltmesh.root", ".."), "../shared/tools/rdma-vm")
                    .normalize();

    private final String packageName;
    private final Path out;
    private final Path report;
    private final Path log;

    private SoftRoceGuest(String packageName, Path out) {
        this.packageName = packageName;
        this.out = out;
        report = out.resolve("report");
        log = out.resolve("log");
    }

    /**
     * Runs the marked tests of a package and of those below it, and fails where one of them does.
     * Skips aloud where there is no guest.
     */
    public static void run(String packageName) throws IOException, InterruptedException {
        Path out = Files.createDirectories(Path.of("target/soft-roce").toAbsolutePath());
        new SoftRoceGuest(packageName, out).run();
    }

    private void run() throws IOException, InterruptedException {
        Files.deleteIfExists(report);
        prepare();
        int exit = run(guestCommand());
        if (exit == MACHINE_FAILED) {
            System.err.println("Soft-RoCE: the guest failed, one more try: " + log);
            exit = run(guestCommand());
        }
        List<String> lines = Files.exists(report) ? Files.readAllLines(report) : List.of();
        lines.forEach(line -> System.out.println("  soft-roce: " + line));
        assertThat(exit).as(Files.readString(log)).isZero();
        assertThat(lines).contains("END").noneMatch(line -> line.startsWith("FAILED"));
        assertThat(lines).anyMatch(line -> line.startsWith("PASSED"));
    }

    /** Fills the tool's cache. */
    private void prepare() throws IOException, InterruptedException {
        if (!Files.isExecutable(RDMA_VM)) {
            skip("no tool " + RDMA_VM);
        }
        if (run(List.of(RDMA_VM.toString(), "--kernel", KERNEL, "--prepare")) != 0) {
            skip("no guest can be prepared: " + Files.readAllLines(log).getLast());
        }
    }

    private static void skip(String reason) {
        System.err.println("SKIPPED: Soft-RoCE: " + reason);
        abort(reason);
    }

    private List<String> guestCommand() throws IOException {
        List<String> command = new ArrayList<>(List.of(RDMA_VM.toString(), "--kernel", KERNEL));
        command.addAll(List.of("--hosts", "2", "--timeout", Integer.toString(TIMEOUT_S)));
        command.addAll(List.of("--out", out.toString(), "--", "bash", script().toString()));
        command.addAll(java());
        command.addAll(List.of(GuestTests.class.getName(), report.toString(), packageName));
        return command;
    }

    /** Out of the jar that other modules have it in. */
    private Path script() throws IOException {
        Path script = out.resolve(SCRIPT);
        try (InputStream resource = SoftRoceGuest.class.getResourceAsStream(SCRIPT)) {
            Files.copy(
                    Objects.requireNonNull(resource, SCRIPT),
                    script,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return script;
    }

    /** This JVM's program and class path, with what makes a start quick in emulation. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"));
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(log.toFile())
                        .start();
        if (!process.waitFor(TIMEOUT_S + 10, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return process.waitFor();
    }
}
