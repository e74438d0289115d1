package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What all recorded clusters are expected to be. */
class RecordedClustersTest {
    @Test
    void shouldGiveTheLinksOfEachCluster() throws IOException {
        List<Path> clusters = RecordedClusters.all();
        assertThat(clusters).hasSize(12);
        for (Path cluster : clusters) {
            JsonNode expected =
                    JsonMapper.shared()
                            .readTree(Files.readString(cluster.resolve("expected.json")));
            Diagnosis diagnosis = Diagnosis.of(RecordedClusters.facts(cluster));
            assertThat(asJson(diagnosis.fabric()))
                    .as(cluster.toString())
                    .isEqualTo(new Expected(nodes(expected), expected.get("links").toString()));
            assertThat(FabricShape.isMesh(diagnosis.usableFabric()))
                    .as(cluster + " mesh")
                    .isEqualTo(expected.get("rdma_mesh").asBoolean());
            assertThat(FabricShape.isRing(diagnosis.usableFabric()))
                    .as(cluster + " ring")
                    .isEqualTo(expected.get("rdma_ring").asBoolean());
            assertThat(diagnosis.fabric().cables())
                    .as(cluster + " edges")
                    .hasSize(expected.get("ranks_edges").asInt());
            assertThat(diagnosis.warnings())
                    .as(cluster + " warnings")
                    .hasSize(expected.path("warn").size());
        }
    }

    private record Expected(List<String> nodes, String links) {}

    private static List<String> nodes(JsonNode expected) {
        return expected.get("nodes").valueStream().map(JsonNode::asString).toList();
    }

    private static Expected asJson(Fabric fabric) {
        List<List<Object>> rows = new ArrayList<>();
        for (String from : fabric.nodes()) {
            List<Object> row = new ArrayList<>();
            for (String to : fabric.nodes()) {
                row.add(from.equals(to) ? null : fabric.links(from, to));
            }
            rows.add(row);
        }
        return new Expected(fabric.nodes(), JsonMapper.shared().writeValueAsString(rows));
    }

    @Test
    void shouldWarnOfThePortBesideEthernet() {
        assertThat(RecordedClusters.diagnosis("F-en2").warnings())
                .containsExactly(new FabricWarning.PortBesideEthernet("studio-a", "en2"));
    }

    @Test
    void shouldWarnOfBuildsThatDiffer() {
        List<FabricWarning> warnings = RecordedClusters.diagnosis("G-build-mismatch").warnings();
        assertThat(warnings)
                .containsExactly(new FabricWarning.BuildsDiffer(List.of("25F80", "25E253")));
        assertThat(warnings.getFirst().sentence()).contains("build 25F80 != 25E253");
    }

    @Test
    void shouldJudgeThePortsWithACable() {
        assertThat(words("A-mesh4").values()).containsOnly("ok").hasSize(12);
        assertThat(words("D-tb4").values()).containsOnly("not-thunderbolt-5").hasSize(2);
        assertThat(words("G-build-mismatch").values()).containsOnly("macos-differs").hasSize(2);
        assertThat(words("L-port-down").values()).containsOnly("port-down").hasSize(2);
        assertThat(words("H-one-disabled"))
                .containsEntry("studio-a:rdma_en3", "ok")
                .containsEntry("studio-a:rdma_en4", "port-down")
                .containsEntry("studio-c:rdma_en4", "rdma-disabled");
        assertThat(words("I-display-and-missing-uuid").values()).containsOnly("ok").hasSize(2);
    }

    private static Map<String, String> words(String cluster) {
        return RecordedClusters.diagnosis(cluster).nodes().stream()
                .flatMap(
                        node ->
                                node.ports().stream()
                                        .filter(port -> port.facts().isCabled())
                                        .map(
                                                port ->
                                                        Map.entry(
                                                                node.facts().name()
                                                                        + ":"
                                                                        + port.facts().label(),
                                                                port.verdict().word())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void shouldNameTheMacOnWhichRdmaIsDisabled() {
        List<String> cures =
                RecordedClusters.diagnosis("H-one-disabled").nodes().getFirst().ports().stream()
                        .filter(port -> port.facts().label().equals("rdma_en4"))
                        .map(port -> port.verdict().cure())
                        .toList();
        assertThat(cures).hasSize(1);
        assertThat(cures.getFirst()).startsWith("studio-c: ").contains("rdma_ctl enable");
    }

    @Test
    void shouldNeverTellThunderbolt4ToEnableRdma() {
        for (NodeFacts node : RecordedClusters.facts(RecordedClusters.require("D-tb4"))) {
            for (RdmaSwitch system : RdmaSwitch.values()) {
                NodeFacts.Rdma rdma =
                        new NodeFacts.Rdma(system, node.rdma().library(), node.rdma().devices());
                NodeFacts changed =
                        new NodeFacts(
                                node.name(),
                                node.macOs(),
                                node.sleepMinutes(),
                                rdma,
                                node.thunderbolt(),
                                node.interfaces(),
                                node.problems());
                for (PortDiagnosis port :
                        Diagnosis.of(List.of(changed)).nodes().getFirst().ports()) {
                    assertThat(port.verdict()).isInstanceOf(PortVerdict.NotThunderbolt5.class);
                    assertThat(port.verdict().cure()).doesNotContain("enable");
                }
            }
        }
    }

    @Test
    void shouldTellWhatElseIsPluggedIn() {
        assertThat(
                        RecordedClusters.diagnosis("I-display-and-missing-uuid")
                                .nodes()
                                .getFirst()
                                .ports())
                .anyMatch(
                        port ->
                                port.verdict()
                                        .equals(new PortVerdict.NoMac(List.of("Example Display"))));
    }

    @Test
    void shouldBeHealthyOnlyIfEachCabledPortIs() {
        assertThat(RecordedClusters.diagnosis("A-mesh4").isHealthy()).isTrue();
        assertThat(RecordedClusters.diagnosis("F-en2").isHealthy()).isTrue();
        assertThat(RecordedClusters.diagnosis("D-tb4").isHealthy()).isFalse();
        assertThat(RecordedClusters.diagnosis("L-port-down").isHealthy()).isFalse();
    }

    @Test
    void shouldReadTheRecordedBridge() throws IOException {
        Path file = RecordedClusters.require("ifconfig-bridge0.txt");
        assertThat(Ifconfig.parse(Files.readString(file)))
                .containsExactly(
                        new InterfaceFacts("bridge0", List.of(), false, List.of("en2", "en3")));
    }
}
