package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.driver.verbs.Availability;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VerbsInspectionTest {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void shouldAskEachDevice() throws InterruptedException {
        VerbsInspection inspection =
                VerbsInspection.of(ScriptedProvider.with("good", "broken", "refusing"), LONG);
        assertThat(inspection.library()).isEqualTo(new LibraryState.Found("a script"));
        assertThat(inspection.devices())
                .containsExactly(
                        device("good", DeviceFacts.Domain.GRANTED),
                        DeviceFacts.named("broken"),
                        device("refusing", DeviceFacts.Domain.REFUSED));
        assertThat(inspection.problems())
                .singleElement()
                .asString()
                .contains("ibv_open_device on broken failed with EBUSY");
    }

    private static DeviceFacts device(String name, DeviceFacts.Domain domain) {
        return new DeviceFacts(
                name,
                Optional.of(PortState.ACTIVE),
                Optional.of(List.of(new GidEntry(1, Gid.ofIpv4(0x0A4D_0001)))),
                Optional.of(new DeviceAttributes(10, 100, 4095, 65535, 1)),
                domain);
    }

    @Test
    void shouldLeaveACallBehindThatHangs() throws InterruptedException {
        VerbsInspection inspection =
                VerbsInspection.of(ScriptedProvider.with("good", "hanging", "refusing"), SHORT);
        assertThat(inspection.devices())
                .extracting(DeviceFacts::name)
                .containsExactly("good", "hanging", "refusing");
        assertThat(inspection.library()).isEqualTo(new LibraryState.Found("a script"));
        assertThat(inspection.problems())
                .containsExactly("a call to the RDMA library did not return within 300 ms");
        NodeFacts node = inspection.completing(FabricExamples.facts("a", Map.of()));
        assertThat(Diagnosis.of(List.of(node)).nodes().getFirst().ports())
                .extracting(port -> port.verdict().word())
                .containsExactly("ok", "unknown", "unknown");
    }

    @Test
    void shouldSayThatThereIsNoLibrary() throws InterruptedException {
        VerbsInspection inspection =
                VerbsInspection.of(
                        new ScriptedProvider(Availability.no("none here"), List.of()), LONG);
        assertThat(inspection.library()).isEqualTo(new LibraryState.Missing("none here"));
        assertThat(inspection.devices()).isEmpty();
    }

    @Test
    void shouldReplaceWhatToolsSaidOfADevice() throws InterruptedException {
        NodeFacts mac = FabricExamples.facts("a", FabricExamples.texts());
        NodeFacts both = VerbsInspection.of(ScriptedProvider.with("good"), LONG).completing(mac);
        assertThat(both.rdma().devices())
                .extracting(DeviceFacts::name)
                .containsExactly("good", "rdma_en3");
        assertThat(both.thunderbolt()).isEqualTo(mac.thunderbolt());
    }

    @Test
    void shouldReadTheInterfacesOfThisMachine() {
        assertThat(LocalInterfaces.read().orElseThrow())
                .anyMatch(found -> found.addresses().contains(new Ipv4Prefix(0x7F00_0001, 8)));
    }
}
