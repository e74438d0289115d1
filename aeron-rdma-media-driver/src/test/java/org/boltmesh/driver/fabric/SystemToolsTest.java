package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SystemToolsTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(40);

    @TempDir Path folder;

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private ToolOutput run(Tool tool, Duration deadline) {
        return SystemTools.in(folder, deadline).run(tool);
    }

    @Test
    void shouldReadBothOutputsWhateverTheExitCode() throws IOException {
        script("rdma_ctl", "echo $1; echo no >&2; exit 3");
        assertThat(run(Tool.RDMA_CTL, LONG)).isEqualTo(new ToolOutput.Printed("status\nno\n"));
    }

    @Test
    void shouldSayThatAToolIsMissing() throws IOException {
        Files.writeString(folder.resolve("sw_vers"), "not executable");
        assertThat(run(Tool.SW_VERS, LONG))
                .isEqualTo(new ToolOutput.Absent("there is no sw_vers here"));
    }

    @Test
    void shouldFallBackToTheShortOutput() throws IOException {
        script("ibv_devinfo", "[ -z \"$1\" ] && echo short && exit 0; echo usage; exit 1");
        assertThat(run(Tool.IBV_DEVINFO, LONG)).isEqualTo(new ToolOutput.Printed("short\n"));
    }

    @Test
    void shouldGiveUpOnAToolThatHangsEvenIfItsChildKeepsThePipe() throws IOException {
        script("ifconfig", "echo some; (trap '' TERM; sleep 100) & sleep 100");
        assertThat(run(Tool.IFCONFIG, SHORT))
                .isEqualTo(new ToolOutput.Failed("ifconfig did not end within 300 ms"));
        script("pmset", "exec >&- 2>&-; sleep 100");
        assertThat(run(Tool.POWER, SHORT))
                .isEqualTo(new ToolOutput.Failed("pmset -g did not end within 300 ms"));
    }

    @Test
    void shouldBoundTheOutput() throws IOException {
        script("sw_vers", "exec yes");
        assertThat(run(Tool.SW_VERS, LONG))
                .isEqualTo(new ToolOutput.Failed("sw_vers printed more than 4194304 bytes"));
    }

    @Test
    void shouldSayThatAToolCannotBeStarted() throws IOException {
        Path file = Files.writeString(folder.resolve("sw_vers"), "#!/none/such\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        assertThat(run(Tool.SW_VERS, LONG)).isInstanceOf(ToolOutput.Failed.class);
    }

    @Test
    void shouldTakeAllOutputsAtOnce() {
        NodeOutputs outputs =
                NodeOutputs.take("a", tool -> new ToolOutput.Printed(tool.commandLine()));
        assertThat(outputs.of(Tool.SW_VERS)).isEqualTo(new ToolOutput.Printed("sw_vers"));
        assertThat(Tool.values()).allMatch(tool -> outputs.of(tool) instanceof ToolOutput.Printed);
    }
}
