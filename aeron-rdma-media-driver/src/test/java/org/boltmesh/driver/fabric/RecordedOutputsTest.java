package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedOutputsTest {
    @TempDir Path folder;

    private static final NodeOutputs OUTPUTS =
            new NodeOutputs(
                    "mac.local",
                    Map.of(
                            Tool.SW_VERS, new ToolOutput.Printed("ProductVersion: 26.3\n"),
                            Tool.IBV_DEVICES, new ToolOutput.Absent("there is no ibv_devices here"),
                            Tool.IFCONFIG, new ToolOutput.Absent("there is no ifconfig here"),
                            Tool.RDMA_CTL, new ToolOutput.Failed("it hung")));

    @Test
    void shouldReadWhatItWrote() {
        Path to = folder.resolve("new/folder");
        assertThat(RecordedOutputs.write(to, OUTPUTS))
                .containsExactly(
                        to.resolve("mac.local.ibv_devices.txt"),
                        to.resolve("mac.local.sw_vers.txt"));
        NodeOutputs read = RecordedOutputs.read(to).getFirst();
        assertThat(read.node()).isEqualTo("mac.local");
        assertThat(read.of(Tool.SW_VERS)).isEqualTo(OUTPUTS.of(Tool.SW_VERS));
        assertThat(read.of(Tool.IFCONFIG)).isInstanceOf(ToolOutput.Unrecorded.class);
        assertThat(NodeReport.read(read).rdma().library())
                .isEqualTo(
                        new LibraryState.Missing(
                                "the RDMA tools say: ibv_devices: command not found"));
    }

    @Test
    void shouldOverwriteNothing() throws IOException {
        Path kept = Files.writeString(folder.resolve("mac.local.sw_vers.txt"), "kept");
        assertThatThrownBy(() -> RecordedOutputs.write(folder, OUTPUTS))
                .isInstanceOf(FabricException.class)
                .hasMessage(kept + " exists and is kept; want a folder without it");
        assertThat(kept).hasContent("kept");
        assertThat(folder.resolve("mac.local.ibv_devices.txt")).doesNotExist();
    }

    @Test
    void shouldRefuseToRecordNothing() {
        assertThatThrownBy(() -> RecordedOutputs.write(folder, new NodeOutputs("a", Map.of())))
                .hasMessageStartingWith("nothing to record");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldSayWhatIsWrongWithAFolder() throws IOException {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> RecordedOutputs.read(none))
                .hasMessage("cannot read folder %s: it does not exist", none);
        Path file = Files.writeString(folder.resolve(".sw_vers.txt"), "");
        assertThatThrownBy(() -> RecordedOutputs.read(file))
                .hasMessageContaining("it is no folder");
        assertThatThrownBy(() -> RecordedOutputs.read(folder))
                .hasMessageContaining("outputs of 0 nodes")
                .hasMessageContaining("mac-1.sw_vers.txt");
        assertThatThrownBy(() -> RecordedOutputs.write(file, OUTPUTS))
                .isInstanceOf(FabricException.class)
                .hasMessageStartingWith("cannot write to ");
        for (int node = 0; node < 65; node++) {
            Files.writeString(folder.resolve(node + ".sw_vers.txt"), "");
        }
        assertThatThrownBy(() -> RecordedOutputs.read(folder)).hasMessageContaining("want 1 to 64");
    }

    @Test
    void shouldNotReadHugeFilesWhole() throws IOException {
        Files.write(folder.resolve("a.sw_vers.txt"), new byte[OutputRunner.OUTPUT_BYTES_MAX + 1]);
        assertThat(RecordedOutputs.read(folder).getFirst().of(Tool.SW_VERS))
                .isEqualTo(new ToolOutput.Failed("a.sw_vers.txt has more than 4194304 bytes"));
    }
}
