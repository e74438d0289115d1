package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.fabric.DeviceFacts;
import org.boltmesh.driver.fabric.GidEntry;
import org.boltmesh.driver.fabric.LibraryState;
import org.boltmesh.driver.fabric.NodeOutputs;
import org.boltmesh.driver.fabric.RecordedOutputs;
import org.boltmesh.driver.fabric.Tool;
import org.boltmesh.driver.fabric.ToolOutput;
import org.boltmesh.driver.fabric.VerbsInspection;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class DoctorCommandTest {
    @TempDir Path folder;

    private static Path cluster(String name) {
        Path path =
                Path.of(System.getProperty("boltmesh.root", ".."))
                        .resolve("../shared/fixtures/thunderbolt")
                        .resolve(name)
                        .normalize();
        if (!Files.exists(path)) {
            System.err.println("SKIPPED: no test data at " + path);
            abort("no test data at " + path);
        }
        return path;
    }

    private static CommandRun recorded(Path from, String... more) {
        List<String> all = new ArrayList<>(List.of("doctor", "--recorded", from.toString()));
        all.addAll(List.of(more));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static CommandRun run(DoctorMachine machine, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                new CommandLine(new DoctorCommand(() -> machine))
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .setExecutionExceptionHandler(new CommandErrors())
                        .execute(arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    private static VerbsInspection inspection(LibraryState library, DeviceFacts... devices) {
        return new VerbsInspection(library, List.of(devices), List.of());
    }

    private static DoctorMachine linux(VerbsInspection inspection) {
        return new DoctorMachine(
                "box", false, _ -> new ToolOutput.Absent("not here"), () -> inspection);
    }

    @Test
    void shouldShowPortsLinksAndCuresOfRecordedMacs() {
        CommandRun run = recorded(cluster("L-port-down"));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith(
                        """
                        studio-a: macOS 26.5.1 (25F80), rdma_ctl says enabled
                        library: ibv_devices answers
                        port  device    state  IPv4  speed          other end  verdict
                        1     rdma_en2  down   -     Up to 80 Gb/s  -          no-mac
                        2     rdma_en3  down   -     80 Gb/s        studio-b   port-down
                        """)
                .contains(
                        """
                        rdma_en3: The port is down: it is not active.
                          cure: see that RDMA is enabled at both ends, then replug the cable
                        """)
                .endsWith(
                        """
                        link                                  cable     RDMA
                        studio-a rdma_en3  studio-b rdma_en3  2468BE2E  no
                        RDMA mesh of all: no; ring of all: no

                        There are faults.
                        """);
    }

    @Test
    void shouldFitAHundredColumns() throws IOException {
        for (String name : List.of("A-mesh4", "C-hub", "E-two-cables", "H-one-disabled", "F-en2")) {
            assertThat(recorded(cluster(name)).out().lines())
                    .allMatch(line -> line.length() <= 100);
        }
        String strange = "\u001b[31m" + "w x".repeat(100);
        Files.writeString(folder.resolve("m" + "x".repeat(120) + ".ibv_devices.txt"), strange);
        CommandRun run = recorded(folder);
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
        assertThat(run.out()).doesNotContain("\u001b").contains("Cannot be judged");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void shouldSucceedIfAllCabledPortsAreInOrder() {
        CommandRun run = recorded(cluster("F-en2"));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("warning: studio-a uses en2")
                .endsWith("All cabled ports are in order.%n".formatted());
    }

    @Test
    void shouldPrintOneJsonObject() {
        CommandRun run = recorded(cluster("E-two-cables"), "--json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).hasLineCount(1);
        JsonNode json = JsonMapper.shared().readTree(run.out());
        assertThat(json.propertyNames())
                .containsExactly(
                        "ok", "nodes", "links_by", "links", "rdma_mesh", "rdma_ring", "warnings");
        assertThat(json.get("links").get(0).get("devices").toString())
                .isEqualTo("[\"rdma_en7\",\"rdma_en6\"]");
        assertThat(json.get("links").get(0).get("cable").asString()).isEqualTo("2F22D94D");
        JsonNode port = json.get("nodes").get(0).get("ports").get(4);
        assertThat(port.get("verdict").asString()).isEqualTo("ok");
        assertThat(port.get("device").asString()).isEqualTo("rdma_en6");
        assertThat(json.get("nodes").get(0).get("build").asString()).isEqualTo("25F80");
    }

    @Test
    void shouldSayThatALinuxMachineHasNoLibrary() {
        DoctorMachine machine = linux(inspection(new LibraryState.Missing("no libibverbs.so.1")));
        CommandRun run = run(machine);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("box: system unknown, or no Mac", "library: no libibverbs.so.1")
                .contains("no port: No RDMA library: no libibverbs.so.1.")
                .contains("apt-get install libibverbs1");
    }

    @Test
    void shouldShowTheDevicesOfALinuxMachine() {
        DeviceFacts device =
                new DeviceFacts(
                        "rxe0",
                        Optional.of(PortState.ACTIVE),
                        Optional.of(List.of(new GidEntry(1, Gid.ofIpv4(0x0A4D_0001)))),
                        Optional.of(new DeviceAttributes(64, 128, 1024, 4096, 1)),
                        DeviceFacts.Domain.GRANTED);
        DoctorMachine machine = linux(inspection(new LibraryState.Found("libibverbs"), device));
        CommandRun run = run(machine);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("-     rxe0    active  10.77.0.1  -      -          ok")
                .contains("limits: 64 queue pairs, 128 regions, depth 1024 each of rxe0")
                .contains("GIDs: rxe0 [1] ::ffff:10.77.0.1");
        assertThat(run(machine, "--json").out()).contains("\"queue_pairs\":64", "\"ok\":true");
    }

    @Test
    void shouldRecordWhatItCanRead() {
        NodeOutputs outputs = RecordedOutputs.read(cluster("B-pair")).getFirst();
        DoctorMachine mac =
                new DoctorMachine(
                        "mini-a",
                        true,
                        outputs::of,
                        () -> inspection(new LibraryState.Found("librdma.dylib")));
        CommandRun run = run(mac, "--record", folder.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("mini-a.sw_vers.txt").hasLineCount(6);
        assertThat(recorded(folder).out()).contains("mini-a: macOS 26.5.1 (25F80)");
        assertThat(run(mac).out()).contains("library: librdma.dylib");
        CommandRun again = run(mac, "--record", folder.toString());
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("exists and is kept").hasLineCount(1);
    }

    @Test
    void shouldEndThoughAToolHangs() {
        DoctorMachine mac =
                new DoctorMachine(
                        "mac",
                        true,
                        tool -> new ToolOutput.Failed(tool.commandLine() + " did not end"),
                        () -> inspection(new LibraryState.Unknown("the library does not answer")));
        CommandRun run = run(mac);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("problem: " + Tool.RDMA_CTL.commandLine() + " did not end")
                .contains("Cannot be judged: the library does not answer.");
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithAFolder() {
        CommandRun run = recorded(folder.resolve("none"), "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "doctor: cannot read folder %s: it does not exist%n"
                                .formatted(folder.resolve("none")));
        assertThat(run.out()).contains("\"error\"").hasLineCount(1);
    }

    @Test
    void shouldMakeANodeNameOfAHostName() {
        assertThat(HostName.plain("Ada's Mac mini.local")).isEqualTo("Ada-s-Mac-mini");
        assertThat(HostName.plain(".local")).isEqualTo("this-machine");
        assertThat(HostName.current()).matches("[A-Za-z0-9_-]+");
    }
}
