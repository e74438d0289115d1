package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NodeReportTest {
    @Test
    void shouldReadAllThatToolsSay() {
        NodeFacts facts = FabricExamples.facts("mac-1", FabricExamples.texts());
        assertThat(facts.problems()).isEmpty();
        assertThat(facts.macOs()).contains(new MacVersion("26.5.1", "25F80"));
        assertThat(facts.sleepMinutes()).hasValue(0);
        assertThat(facts.thunderbolt().interfaces()).isEqualTo(Map.of(2, "en3"));
        assertThat(facts.interfaceNamed("en3").orElseThrow().addresses())
                .containsExactly(new Ipv4Prefix(0xA9FE_0A01, 16));
        DeviceFacts device = facts.rdma().device("rdma_en3").orElseThrow();
        assertThat(device.state()).contains(PortState.ACTIVE);
        assertThat(device.limits().orElseThrow().maxQueuePairs()).isEqualTo(10);
        assertThat(device.limits().orElseThrow().maxRegions()).isEqualTo(100);
        assertThat(device.ipv4Gids()).containsExactly(new GidEntry(1, Gid.ofIpv4(0xA9FE_0A01)));
        assertThat(device.gids().orElseThrow()).hasSize(2);
    }

    @Test
    void shouldKnowNoGidsFromTheShortOutput() {
        DeviceFacts device =
                FabricExamples.with(
                                Tool.IBV_DEVINFO,
                                "hca_id:\trdma_en3\n\t\t\tstate:\tPORT_DOWN (1)\n")
                        .rdma()
                        .device("rdma_en3")
                        .orElseThrow();
        assertThat(device.gids()).isEmpty();
        assertThat(device.limits()).isEmpty();
        assertThat(device.state()).contains(PortState.DOWN);
    }

    @Test
    void shouldReadGidsInHexadecimal() {
        String text =
                """
                hca_id: rxe0
                \t\tport: 1
                \t\t\tstate: PORT_ACTIVE (4)
                \t\t\tGID[  1]:\t\t0000:0000:0000:0000:0000:ffff:0a4d:0001, RoCE v2
                \t\tport: 2
                \t\t\tstate: PORT_DOWN (1)
                \t\t\tGID[  0]:\t\t::ffff:10.77.0.9
                """;
        DeviceFacts device = IbvDevinfo.parse(text).orElseThrow().getFirst();
        assertThat(device.gids()).contains(List.of(new GidEntry(1, Gid.ofIpv4(0x0A4D_0001))));
        assertThat(device.state()).contains(PortState.ACTIVE);
    }

    @Test
    void shouldReadIfconfigOfLinuxAndABridge() {
        String text =
                """
                eth0: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1500
                        inet 10.77.0.1  netmask 255.255.255.0  broadcast 10.77.0.255

                bridge0: flags=8863<UP,BROADCAST> mtu 1500
                \tmember: en2 flags=3<LEARNING,DISCOVER>
                \tmember: en3 flags=3<LEARNING,DISCOVER>
                \tstatus: active
                """;
        assertThat(Ifconfig.parse(text))
                .containsExactly(
                        new InterfaceFacts(
                                "eth0", List.of(new Ipv4Prefix(0x0A4D_0001, 24)), false, List.of()),
                        new InterfaceFacts("bridge0", List.of(), true, List.of("en2", "en3")));
    }

    @Test
    void shouldSaySentencesAboutWhatIsNoJson() {
        for (String text :
                List.of("", "zsh: no such command", "{\"SPThunderboltDataType\": [{\"a\"")) {
            assertThat(FabricExamples.with(Tool.SYSTEM_PROFILER, text).problems())
                    .singleElement()
                    .asString()
                    .startsWith("system_profiler SPThunderboltDataType -json printed no ");
        }
    }

    @Test
    void shouldReadJsonBehindAWarning() {
        String text =
                "2026 system_profiler[1] a warning\n"
                        + FabricExamples.texts().get(Tool.SYSTEM_PROFILER);
        assertThat(FabricExamples.with(Tool.SYSTEM_PROFILER, text).thunderbolt().buses())
                .hasSize(1);
    }

    @Test
    void shouldKeepWhatToolsFailedAt() {
        NodeOutputs outputs =
                new NodeOutputs("a", Map.of(Tool.IBV_DEVINFO, new ToolOutput.Failed("it hung")));
        NodeFacts facts = NodeReport.read(outputs);
        assertThat(facts.problems()).containsExactly("it hung");
        assertThat(facts.rdma().library()).isEqualTo(new LibraryState.Unknown("it hung"));
    }

    @Test
    void shouldComeToAVerdictWhateverToolsPrint() {
        long seed = System.nanoTime();
        System.out.println("seed of damaged outputs: " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            Map<Tool, String> texts = new EnumMap<>(Tool.class);
            FabricExamples.texts().forEach((tool, text) -> texts.put(tool, damaged(text, random)));
            NodeFacts facts = FabricExamples.facts("mac-1", texts);
            NodeFacts peer =
                    FabricExamples.peer(Map.of(Tool.IBV_DEVINFO, texts.get(Tool.IBV_DEVINFO)));
            for (NodeDiagnosis node : Diagnosis.of(List.of(facts, peer)).nodes()) {
                for (PortDiagnosis port : node.ports()) {
                    assertThat(port.verdict().sentence()).as("round %d", round).isNotBlank();
                    assertThat(port.verdict().cure()).as("round %d", round).isNotBlank();
                }
            }
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int blow = random.nextInt(4); blow > 0 && !damaged.isEmpty(); blow--) {
            int at = random.nextInt(damaged.length());
            switch (random.nextInt(5)) {
                case 0 -> damaged.setLength(at);
                case 1 -> damaged.setCharAt(at, (char) random.nextInt(0x3000));
                case 2 -> damaged.insert(at, "99999999999999999999");
                case 3 -> damaged.insert(at, text.substring(random.nextInt(text.length())));
                default ->
                        damaged.delete(at, Math.min(damaged.length(), at + 1 + random.nextInt(40)));
            }
        }
        return damaged.toString();
    }

    @Test
    void shouldStandDeepNestingAndStrangeTypes() {
        String deep = "{\"_items\":[".repeat(3000) + "]}".repeat(3000);
        String strange =
                "{\"SPThunderboltDataType\": [1, null, {\"_items\": 3, \"domain_uuid_key\": {},"
                        + " \"receptacle_1_tag\": [], \"device_name_key\": null}]}";
        assertThat(FabricExamples.with(Tool.SYSTEM_PROFILER, deep).problems()).hasSize(1);
        NodeFacts facts = FabricExamples.with(Tool.SYSTEM_PROFILER, strange);
        assertThat(facts.problems()).isEmpty();
        assertThat(facts.thunderbolt().buses())
                .singleElement()
                .extracting(ThunderboltBus::domain)
                .isEqualTo(Optional.empty());
    }

    @Test
    @Timeout(30)
    void shouldNotTakeLongOverHugeOutputs() {
        String blanks = "\n \t".repeat(1 << 16);
        Map<Tool, String> texts = new EnumMap<>(Tool.class);
        for (Tool tool : Tool.values()) {
            String text = FabricExamples.texts().getOrDefault(tool, "");
            texts.put(tool, text.replaceFirst("\n", "\n" + blanks + "x"));
        }
        texts.put(Tool.HARDWARE_PORTS, "Hardware Port: Thunderbolt 1" + blanks);
        texts.put(Tool.SYSTEM_PROFILER, blanks);
        assertThat(FabricExamples.facts("mac-1", texts).thunderbolt().buses()).isEmpty();
    }
}
