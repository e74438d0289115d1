package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.driver.fabric.FabricExamples.facts;
import static org.boltmesh.driver.fabric.FabricExamples.peer;
import static org.boltmesh.driver.fabric.FabricExamples.swVers;
import static org.boltmesh.driver.fabric.FabricExamples.texts;
import static org.boltmesh.driver.fabric.FabricExamples.verdict;
import static org.boltmesh.driver.fabric.FabricExamples.with;
import static org.boltmesh.driver.fabric.FabricExamples.without;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortState;
import org.junit.jupiter.api.Test;

/** Each verdict, and which comes first. */
class PortJudgeTest {
    private static final String NO_DEVICES = "    device \t   node GUID\n    ------ \t--------\n";

    private static final String DOWN =
            FabricExamples.LONG_DEVINFO.replace("ACTIVE (4)", "DOWN (1)");

    @Test
    void shouldFindNothingWrong() {
        PortVerdict verdict = verdict(facts("mac-1", texts()), peer(Map.of()));
        assertThat(verdict).isEqualTo(PortVerdict.Ok.INSTANCE);
        assertThat(verdict.isUsable()).isTrue();
        assertThat(verdict.isFault()).isFalse();
    }

    @Test
    void shouldSayNoLibrary() {
        assertThat(verdict(with(Tool.IBV_DEVICES, "sh: ibv_devices: command not found")))
                .isEqualTo(PortVerdict.Ok.INSTANCE);
        Map<Tool, String> texts = texts();
        texts.put(Tool.IBV_DEVICES, "zsh: command not found: ibv_devices\n");
        texts.put(Tool.IBV_DEVINFO, "dyld: Library not loaded: librdma.dylib\n");
        assertThat(verdict(facts("mac-1", texts)))
                .isInstanceOf(PortVerdict.NoLibrary.class)
                .extracting(PortVerdict::cure)
                .asString()
                .contains("update to macOS 26.3");
    }

    @Test
    void shouldSayWhatToInstallWhereThereIsNoMac() {
        NodeFacts bare = facts("mac-1", Map.of());
        VerbsInspection none =
                new VerbsInspection(
                        new LibraryState.Missing("no libibverbs.so.1"), List.of(), List.of());
        PortVerdict verdict = verdict(none.completing(bare));
        assertThat(verdict.sentence()).isEqualTo("No RDMA library: no libibverbs.so.1.");
        assertThat(verdict.cure()).contains("apt-get install libibverbs1");
    }

    @Test
    void shouldSayNoDevice() {
        Map<Tool, String> texts = texts();
        texts.put(Tool.IBV_DEVICES, NO_DEVICES);
        texts.put(Tool.IBV_DEVINFO, "No IB devices found\n");
        PortVerdict verdict = verdict(facts("mac-1", texts));
        assertThat(verdict).isEqualTo(new PortVerdict.NoDevice("rdma_en3", true));
        assertThat(verdict.sentence()).contains("no device rdma_en3.");
    }

    @Test
    void shouldSayNoDeviceOfAMachineWithoutPorts() {
        VerbsInspection none =
                new VerbsInspection(new LibraryState.Found("libibverbs"), List.of(), List.of());
        PortVerdict verdict = verdict(none.completing(facts("a", Map.of())));
        assertThat(verdict.sentence()).isEqualTo("The RDMA library shows no device.");
        assertThat(verdict.cure()).contains("rdma link add");
    }

    @Test
    void shouldSayRdmaDisabled() {
        Map<Tool, String> texts = texts();
        texts.put(Tool.RDMA_CTL, "RDMA is Disabled\n");
        texts.put(Tool.IBV_DEVINFO, DOWN);
        PortVerdict verdict = verdict(facts("mac-1", texts));
        assertThat(verdict).isEqualTo(new PortVerdict.RdmaDisabled(true));
        assertThat(verdict.cure()).startsWith("start it in Recovery").contains("rdma_ctl enable");
    }

    @Test
    void shouldTrustAnActivePortMoreThanRdmaCtl() {
        assertThat(verdict(with(Tool.RDMA_CTL, "disabled\n"))).isEqualTo(PortVerdict.Ok.INSTANCE);
    }

    @Test
    void shouldAdviseWithCautionWhereThePortsAreNotKnown() {
        Map<Tool, String> texts = texts();
        texts.remove(Tool.SYSTEM_PROFILER);
        texts.put(Tool.RDMA_CTL, "disabled\n");
        texts.put(Tool.IBV_DEVINFO, DOWN);
        assertThat(verdict(facts("mac-1", texts)).cure()).startsWith("if it has Thunderbolt 5: ");
    }

    @Test
    void shouldSayPortDownThoughRdmaCtlSaysEnabled() {
        PortVerdict verdict = verdict(with(Tool.IBV_DEVINFO, DOWN), peer(Map.of()));
        assertThat(verdict)
                .isEqualTo(
                        new PortVerdict.PortDown(PortVerdict.Wire.THUNDERBOLT_5, Optional.empty()));
        assertThat(verdict.cure()).contains("both ends", "replug");
    }

    @Test
    void shouldSayThatTheOtherEndIsDisabled() {
        PortVerdict verdict =
                verdict(
                        with(Tool.IBV_DEVINFO, DOWN),
                        peer(Map.of(Tool.RDMA_CTL, "disabled", Tool.IBV_DEVINFO, DOWN)));
        assertThat(verdict)
                .isEqualTo(
                        new PortVerdict.PortDown(
                                PortVerdict.Wire.THUNDERBOLT_5, Optional.of("mac-2")));
    }

    @Test
    void shouldSayNoIpv4AddressByTheGidTable() {
        String onlyIpv6 = FabricExamples.LONG_DEVINFO.replaceAll("(?m)^.*GID\\[ {2}1].*\\R", "");
        assertThat(verdict(with(Tool.IBV_DEVINFO, onlyIpv6)))
                .isEqualTo(new PortVerdict.NoIpv4Address("en3", true));
    }

    @Test
    void shouldSayNoIpv4AddressByTheInterfaceWhereGidsAreNotTold() {
        Map<Tool, String> texts = texts();
        texts.put(
                Tool.IBV_DEVINFO,
                "hca_id:\trdma_en3\n\t\tport:\t1\n\t\t\tstate: PORT_ACTIVE (4)\n");
        assertThat(verdict(facts("mac-1", texts))).isEqualTo(PortVerdict.Ok.INSTANCE);
        texts.put(
                Tool.IFCONFIG, "en3: flags=8863<UP> mtu 1500\n\tinet6 fe80::1%en3 prefixlen 64\n");
        PortVerdict verdict = verdict(facts("mac-1", texts));
        assertThat(verdict).isEqualTo(new PortVerdict.NoIpv4Address("en3", true));
        assertThat(verdict.cure()).contains("sudo ifconfig en3 inet");
        texts.remove(Tool.IFCONFIG);
        assertThat(verdict(facts("mac-1", texts))).isEqualTo(PortVerdict.Ok.INSTANCE);
    }

    @Test
    void shouldSayDomainRefused() {
        DeviceFacts refused =
                new DeviceFacts(
                        "rdma_en3",
                        Optional.of(PortState.ACTIVE),
                        Optional.of(List.of(new GidEntry(1, Gid.ofIpv4(0xA9FE_0001)))),
                        Optional.of(new DeviceAttributes(10, 100, 4095, 65535, 1)),
                        DeviceFacts.Domain.REFUSED);
        VerbsInspection inspection =
                new VerbsInspection(new LibraryState.Found("librdma"), List.of(refused), List.of());
        PortVerdict verdict = verdict(inspection.completing(facts("mac-1", texts())));
        assertThat(verdict).isEqualTo(new PortVerdict.DomainRefused("rdma_en3"));
        assertThat(verdict.cure()).contains("replug the cable", "restart");
    }

    @Test
    void shouldSayMacOsTooOldBeforeWhatFollowsFromIt() {
        Map<Tool, String> texts = texts();
        texts.put(Tool.SW_VERS, swVers("26.1", "25B78"));
        texts.put(Tool.IBV_DEVICES, "command not found: ibv_devices");
        texts.put(Tool.IBV_DEVINFO, "command not found: ibv_devinfo");
        assertThat(verdict(facts("mac-1", texts)))
                .isEqualTo(new PortVerdict.MacOsTooOld(new MacVersion("26.1", "25B78")));
    }

    @Test
    void shouldSaySmallMessagesOnly() {
        PortVerdict verdict = verdict(with(Tool.SW_VERS, swVers("26.2", "25C56")));
        assertThat(verdict.word()).isEqualTo("small-messages-only");
        assertThat(verdict.sentence()).contains("UDP");
        assertThat(verdict.isUsable()).isTrue();
        assertThat(verdict(with(Tool.SW_VERS, swVers("26.3", "25D1"))).word()).isEqualTo("ok");
        assertThat(verdict(with(Tool.SW_VERS, swVers("27", "26A1"))).word()).isEqualTo("ok");
    }

    @Test
    void shouldSayMacOsDiffers() {
        PortVerdict verdict =
                verdict(
                        facts("mac-1", texts()),
                        peer(Map.of(Tool.SW_VERS, swVers("26.5.1", "25F81"))));
        assertThat(verdict.word()).isEqualTo("macos-differs");
        assertThat(verdict.sentence()).contains("25F80", "mac-2", "25F81");
        assertThat(verdict.isUsable()).isTrue();
    }

    @Test
    void shouldSayNotThunderbolt5BeforeAllElse() {
        for (String speed : List.of("40 Gb/s", "Up to 20 Gb/s")) {
            Map<Tool, String> texts = texts();
            texts.put(
                    Tool.SYSTEM_PROFILER,
                    FabricExamples.thunderbolt(
                            speed, FabricExamples.DOMAIN, FabricExamples.PEER_DOMAIN));
            texts.put(Tool.RDMA_CTL, "disabled");
            texts.put(Tool.SW_VERS, swVers("15.0", "24A1"));
            PortVerdict verdict = verdict(facts("mac-1", texts));
            assertThat(verdict).isEqualTo(new PortVerdict.NotThunderbolt5(speed));
            assertThat(verdict.cure()).doesNotContain("enable");
        }
    }

    @Test
    void shouldTake120GigabitsForThunderbolt5() {
        String fast =
                FabricExamples.thunderbolt(
                        "120 Gb/s", FabricExamples.DOMAIN, FabricExamples.PEER_DOMAIN);
        assertThat(verdict(with(Tool.SYSTEM_PROFILER, fast))).isEqualTo(PortVerdict.Ok.INSTANCE);
    }

    @Test
    void shouldSayNoMac() {
        Map<Tool, String> texts = texts();
        texts.computeIfPresent(
                Tool.SYSTEM_PROFILER, (_, text) -> text.replace("\"_items\"", "\"none\""));
        texts.put(Tool.IBV_DEVINFO, DOWN);
        PortVerdict verdict = verdict(facts("mac-1", texts));
        assertThat(verdict).isEqualTo(new PortVerdict.NoMac(List.of()));
        assertThat(verdict.isFault()).isFalse();
    }

    @Test
    void shouldSayThatItCannotTell() {
        assertThat(verdict(without(Tool.IBV_DEVICES, Tool.IBV_DEVINFO)).sentence())
                .contains("there is no record of ibv_devinfo");
        assertThat(verdict(with(Tool.IBV_DEVINFO, "hca_id:\trdma_en3\n\t\t\tstate:\tPORT_ACT")))
                .isInstanceOf(PortVerdict.Unknown.class);
        assertThat(verdict(without(Tool.HARDWARE_PORTS))).isInstanceOf(PortVerdict.Unknown.class);
    }

    @Test
    void shouldNotTellAMacOfUnknownKindToEnableRdma() {
        Map<Tool, String> texts = texts();
        texts.remove(Tool.SYSTEM_PROFILER);
        texts.put(Tool.IBV_DEVINFO, DOWN);
        assertThat(verdict(facts("mac-1", texts)).cure()).contains("between Thunderbolt 5 Macs");
    }

    @Test
    void shouldCureOtherMachinesInTheirOwnWay() {
        String devinfo = "hca_id: rxe0\n\t\tport: 1\n\t\t\tstate: PORT_%s\n\t\t\tGID[0]: fe80::1\n";
        assertThat(
                        verdict(facts("a", Map.of(Tool.IBV_DEVINFO, devinfo.formatted("DOWN (1)"))))
                                .cure())
                .isEqualTo("set the network interface below it up, and see to its cable");
        PortVerdict verdict =
                verdict(facts("a", Map.of(Tool.IBV_DEVINFO, devinfo.formatted("ACTIVE (4)"))));
        assertThat(verdict.cure()).isEqualTo("give the network interface below it an IPv4 address");
    }
}
