package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.boltmesh.driver.verbs.Gid;
import org.junit.jupiter.api.Test;

class FabricTest {
    private static Cable cable(String a, String b, String id) {
        return new Cable(new FabricPort(a, "d"), new FabricPort(b, "d"), id);
    }

    private static Fabric fabric(String... cables) {
        return Fabric.of(ConfiguredCables.parse(List.of(cables)));
    }

    @Test
    void shouldGiveBothEndsTheSameCableAtEachRail() {
        FabricPort a1 = new FabricPort("a", "d1");
        FabricPort a2 = new FabricPort("a", "d2");
        FabricPort b1 = new FabricPort("b", "d1");
        FabricPort b2 = new FabricPort("b", "d2");
        Fabric fabric = Fabric.of(List.of(new Cable(b2, a1, "2"), new Cable(a2, b1, "1")));
        assertThat(fabric.links("a", "b"))
                .containsExactly(new Link("d2", "d1", "1"), new Link("d1", "d2", "2"));
        assertThat(fabric.links("b", "a"))
                .containsExactly(new Link("d1", "d2", "1"), new Link("d2", "d1", "2"));
        assertThat(fabric.links("a", "c")).isEmpty();
    }

    @Test
    void shouldReadCablesOfAConfiguration() {
        assertThat(FabricSource.of(List.of("auto"))).isEqualTo(FabricSource.Automatic.INSTANCE);
        Fabric fabric = fabric("mac-2:rdma_en4 - mac-1:rdma_en3");
        assertThat(fabric.nodes()).containsExactly("mac-1", "mac-2");
        assertThat(fabric.links("mac-1", "mac-2"))
                .containsExactly(new Link("rdma_en3", "rdma_en4", "mac-1:rdma_en3-mac-2:rdma_en4"));
    }

    @Test
    void shouldRefuseWhatIsNoCable() {
        for (String bad : List.of("", "auto", "a - b", "a:x-b:y", "a:x - b:", "a:x - b:y z")) {
            assertThatThrownBy(() -> FabricSource.of(List.of("a:x - b:y", bad)))
                    .isInstanceOf(FabricException.class)
                    .hasMessage("cable \"%s\", want one like mac-1:rdma_en3 - mac-2:rdma_en4", bad);
        }
        assertThatThrownBy(() -> fabric("a:x - a:y"))
                .hasMessage("cable a:x - a:y, want ends at two nodes");
        assertThatThrownBy(() -> fabric("a:x - b:y", "b:y - a:x"))
                .hasMessage("cable \"b:y - a:x\" is there twice");
        assertThatThrownBy(() -> new Fabric(List.of("a"), List.of(cable("a", "b", "1"))))
                .hasMessageContaining("want ends at two of the nodes [a]");
    }

    @Test
    void shouldTellMeshRingAndLoop() {
        Fabric ring = fabric("a:1 - b:1", "b:2 - c:1", "c:2 - d:1", "d:2 - e:1", "e:2 - a:2");
        assertThat(FabricShape.isRing(ring)).isTrue();
        assertThat(FabricShape.isMesh(ring)).isFalse();
        assertThat(FabricShape.hasLoop(ring)).isTrue();
        Fabric line = ring.filter(cable -> !cable.joins("e", "a"));
        assertThat(FabricShape.isRing(line)).isFalse();
        assertThat(FabricShape.hasLoop(line)).isFalse();
        Fabric star = fabric("a:1 - b:1", "a:2 - c:1", "a:3 - d:1", "b:2 - c:2", "b:3 - d:2");
        assertThat(FabricShape.isRing(star)).isTrue();
        assertThat(FabricShape.isRing(star.filter(cable -> !cable.joins("b", "d")))).isFalse();
        assertThat(FabricShape.hasLoop(fabric("a:1 - b:1", "a:2 - b:2"))).isTrue();
        assertThat(FabricShape.isMesh(new Fabric(List.of("a"), List.of()))).isTrue();
    }

    @Test
    void shouldIgnoreACableToItselfAndAMacRecordedTwice() {
        String toItself =
                FabricExamples.thunderbolt("80 Gb/s", FabricExamples.DOMAIN, FabricExamples.DOMAIN);
        NodeFacts loop = FabricExamples.with(Tool.SYSTEM_PROFILER, toItself);
        assertThat(ThunderboltJoin.fabric(List.of(loop)).cables()).isEmpty();
        NodeFacts twin = FabricExamples.facts("twin", FabricExamples.texts());
        Diagnosis diagnosis =
                Diagnosis.of(
                        List.of(
                                FabricExamples.facts("mac-1", FabricExamples.texts()),
                                twin,
                                FabricExamples.peer(Map.of())));
        assertThat(diagnosis.fabric().cables()).isEmpty();
        assertThat(diagnosis.warnings())
                .containsExactly(new FabricWarning.SameMac("mac-1", "twin"));
    }

    @Test
    void shouldFindCandidatesBySubnetAndProbeThem() {
        List<DeviceAddress> addresses =
                List.of(
                        address("a", "x", 0x0A00_0001, 24),
                        address("a", "y", 0xA9FE_0001, 16),
                        address("b", "x", 0x0A00_0002, 24),
                        address("b", "y", 0xA9FE_0002, 16),
                        address("b", "z", 0x0A00_0003, 16),
                        address("c", "y", 0xA9FE_0101, 16),
                        address("c", "z", 0xA9FE_0001, 16));
        Fabric candidates = AddressJoin.candidates(List.of("a", "b", "c"), addresses);
        assertThat(candidates.cables())
                .extracting(Cable::toString)
                .containsExactlyInAnyOrder(
                        "a:x - b:x", "a:y - b:y", "a:y - c:y", "b:y - c:y", "b:y - c:z");
        Set<String> answering = Set.of("a:y>b:y", "b:y>a:y", "a:y>c:y");
        assertThat(
                        AddressJoin.confirmed(
                                        candidates,
                                        (from, to) -> answering.contains(from + ">" + to))
                                .cables())
                .extracting(Cable::toString)
                .containsExactly("a:y - b:y");
    }

    private static DeviceAddress address(String node, String device, int address, int bits) {
        return new DeviceAddress(new FabricPort(node, device), new Ipv4Prefix(address, bits));
    }

    @Test
    void shouldChooseTheBestThatTells() {
        NodeFacts mac = FabricExamples.facts("mac-1", FabricExamples.texts());
        NodeFacts peer = FabricExamples.peer(Map.of());
        FabricSource auto = FabricSource.Automatic.INSTANCE;
        List<Cable> laid = List.of(cable("s1", "s2", "1"));
        assertThat(FabricDescription.of(auto, List.of(mac, peer), laid).origin())
                .isEqualTo(FabricDescription.Origin.CABLE_FILE);
        assertThat(FabricDescription.of(auto, List.of(mac, peer), List.of()))
                .isEqualTo(
                        new FabricDescription(
                                ThunderboltJoin.fabric(List.of(mac, peer)),
                                FabricDescription.Origin.THUNDERBOLT));
        assertThat(FabricDescription.of(FabricSource.of(List.of()), List.of(mac), laid).origin())
                .isEqualTo(FabricDescription.Origin.CONFIGURATION);
        FabricDescription byAddress =
                FabricDescription.of(auto, List.of(linux("a", 1), linux("b", 2)), List.of());
        assertThat(byAddress.origin()).isEqualTo(FabricDescription.Origin.ADDRESSES);
        assertThat(byAddress.fabric().links("a", "b")).hasSize(1);
    }

    private static NodeFacts linux(String name, int host) {
        Gid gid = Gid.ofIpv4(0x0A4D_0000 | host);
        String devinfo =
                "hca_id: rxe0\n\t\tport: 1\n\t\t\tstate: PORT_ACTIVE (4)\n\t\t\tGID[  1]: " + gid;
        return FabricExamples.facts(name, Map.of(Tool.IBV_DEVINFO, devinfo));
    }

    @Test
    void shouldWarnOfABridgeInALoopAndOfSleep() {
        String bridge =
                "bridge0: flags=8863<UP> mtu 1500\n\tmember: en3 flags=3<LEARNING>\n\tstatus: %s\n";
        Map<Tool, String> texts = FabricExamples.texts();
        texts.put(Tool.IFCONFIG, bridge.formatted("active"));
        texts.put(Tool.POWER, " sleep                10 (sleep prevented by coreaudiod)\n");
        NodeFacts mac = FabricExamples.facts("mac-1", texts);
        assertThat(Diagnosis.of(List.of(mac)).warnings())
                .containsExactly(new FabricWarning.Sleeps("mac-1", 10));
        NodeDiagnosis node = Diagnosis.of(List.of(mac)).nodes().getFirst();
        Fabric loop = fabric("mac-1:rdma_en3 - b:1", "mac-1:rdma_en4 - b:2");
        assertThat(FabricWarnings.of(List.of(node), loop))
                .contains(new FabricWarning.BridgeInLoop("mac-1", "bridge0", true));
        texts.put(Tool.IFCONFIG, bridge.formatted("inactive"));
        NodeDiagnosis quiet =
                Diagnosis.of(List.of(FabricExamples.facts("mac-1", texts))).nodes().getFirst();
        assertThat(FabricWarnings.of(List.of(quiet), loop))
                .containsExactly(new FabricWarning.Sleeps("mac-1", 10));
    }
}
