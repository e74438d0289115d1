package org.boltmesh.driver.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Boots a guest with a real kernel's verbs over two Soft-RoCE devices, once, and runs in it all
 * tests that are marked {@link SoftRoce}. {@code -Dboltmesh.rdma-vm.kernel=…} takes another kernel.
 */
class SoftRoceGuestIT {
    private static final int TIMEOUT_S = 590;

    /** What rdma-vm ends with when not our tests but its machine failed. */
    private static final int MACHINE_FAILED = 125;

    private static final String KERNEL = System.getProperty("boltmesh.rdma-vm.kernel", "host");
    private static final Path RDMA_VM =
            Path.of(System.getProperty("boltmesh.root", ".."), "../shared/tools/rdma-vm")
                    .normalize();

    @Test
    void shouldPassOnSoftRoce() throws Exception {
        Path out = Files.createDirectories(Path.of("target/soft-roce").toAbsolutePath());
        Path report = out.resolve("report");
        Files.deleteIfExists(report);
        Path log = out.resolve("log");
        prepare(log);

        int exit = run(log, guestCommand(out, report));
        if (exit == MACHINE_FAILED) {
            System.err.println("Soft-RoCE: the guest failed, one more try: " + log);
            exit = run(log, guestCommand(out, report));
        }

        List<String> lines = Files.exists(report) ? Files.readAllLines(report) : List.of();
        lines.forEach(line -> System.out.println("  soft-roce: " + line));
        assertThat(exit).as(Files.readString(log)).isZero();
        assertThat(lines).contains("END").noneMatch(line -> line.startsWith("FAILED"));
        assertThat(lines).anyMatch(line -> line.startsWith("PASSED"));
    }

    /** Fills the tool's cache. Skips aloud where it cannot. */
    private static void prepare(Path log) throws IOException, InterruptedException {
        if (!Files.isExecutable(RDMA_VM)) {
            skip("no tool " + RDMA_VM);
        }
        if (run(log, List.of(RDMA_VM.toString(), "--kernel", KERNEL, "--prepare")) != 0) {
            skip("no guest can be prepared: " + Files.readAllLines(log).getLast());
        }
    }

    private static void skip(String reason) {
        System.err.println("SKIPPED: Soft-RoCE: " + reason);
        abort(reason);
    }

    private static List<String> guestCommand(Path out, Path report) throws URISyntaxException {
        List<String> command = new ArrayList<>(List.of(RDMA_VM.toString(), "--kernel", KERNEL));
        command.addAll(List.of("--hosts", "2", "--timeout", Integer.toString(TIMEOUT_S)));
        command.addAll(List.of("--out", out.toString(), "--", "bash"));
        command.add(
                Path.of(SoftRoceGuestIT.class.getResource("/soft-roce-guest.sh").toURI())
                        .toString());
        command.addAll(java());
        command.addAll(List.of(GuestTests.class.getName(), report.toString()));
        return command;
    }

    /** This JVM's program and class path, with what makes a start quick in emulation. */
    private static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"));
    }

    private static int run(Path log, List<String> command)
            throws IOException, InterruptedException {
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
