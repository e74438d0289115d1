package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachabilityProbeTest {
    private static final FabricPort HERE = new FabricPort("a", "rdma_en3");
    private static final FabricPort BESIDE = new FabricPort("b", "rdma_en3");
    private static final FabricPort NOWHERE = new FabricPort("c", "rdma_en3");

    private final ReachabilityProbe probe =
            new ReachabilityProbe(
                    List.of(
                            at(HERE, 0x7F000001),
                            at(BESIDE, 0x7F000001),
                            // 203.0.113.1 is kept for documents: nobody has it.
                            at(NOWHERE, 0xCB007101)),
                    Duration.ofSeconds(2));

    private static DeviceAddress at(FabricPort port, int address) {
        return new DeviceAddress(port, new Ipv4Prefix(address, 24));
    }

    @Test
    void shouldReachAnAddressThatAnswers() {
        assertThat(probe.answers(HERE, BESIDE)).isTrue();
    }

    @Test
    void shouldNotReachAnAddressThatNobodyHas() {
        assertThat(probe.answers(HERE, NOWHERE)).isFalse();
    }

    @Test
    void shouldTellWhatItCannotProbe() {
        assertThatThrownBy(() -> probe.answers(NOWHERE, HERE))
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("c:rdma_en3, want a device of this machine");
        assertThatThrownBy(() -> probe.answers(HERE, new FabricPort("d", "rdma_en3")))
                .hasMessageContaining("d:rdma_en3 has no IPv4 address");
    }
}
