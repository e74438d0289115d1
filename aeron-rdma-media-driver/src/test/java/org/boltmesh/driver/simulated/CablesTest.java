package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.boltmesh.driver.verbs.Manners;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CablesTest {
    private static final CableEnd A3 = CableEnd.parse("a:rdma_en3");
    private static final CableEnd B3 = CableEnd.parse("b:rdma_en3");

    @Test
    void shouldReadWhatPeopleWrite() {
        Cables cables =
                Cables.parse(
                        """
                        # two Macs, one of them with a second port
                        manners ordinary
                        cable a:rdma_en3 b:rdma_en3 latency=5us bandwidth=6.5GB/s   # on the desk

                        cable a:rdma_en4\tc:rdma_en3 address=10.0.0.1,10.0.0.2
                        device a:rdma_en10
                        disabled c:rdma_en3
                        """);

        assertThat(cables.manners()).isEqualTo(Manners.ORDINARY);
        Cable first = cables.cables().getFirst();
        assertThat(first.latencyNs()).isEqualTo(5_000);
        assertThat(first.bandwidthBytesPerSecond()).isEqualTo(6_500_000_000L);
        assertThat(Ipv4.format(first.leftAddress())).isEqualTo("127.77.0.1");
        assertThat(Ipv4.format(first.rightAddress())).isEqualTo("127.77.0.2");
        assertThat(first.end(first.side(B3).other())).isEqualTo(A3);
        Cable second = cables.cables().getLast();
        assertThat(Ipv4.format(second.rightAddress())).isEqualTo("10.0.0.2");
        assertThat(second.latencyNs()).isZero();
        assertThat(cables.devices("a")).containsExactly("rdma_en3", "rdma_en4", "rdma_en10");
        assertThat(cables.cableOf(CableEnd.parse("a:rdma_en10"))).isEmpty();
        assertThat(cables.disabled()).containsExactly(CableEnd.parse("c:rdma_en3"));
    }

    @Test
    void shouldBeThunderboltUnlessToldOtherwise() {
        assertThat(Cables.parse("").manners()).isEqualTo(Manners.THUNDERBOLT);
        assertThat(Cables.parse("").cables()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wire a:x b:x | line 1: 'wire', want manners, cable, device or disabled",
                "cable a:x | line 1: a cable with 1 ends, want two",
                "cable a b:x | line 1: 'a', want host:device",
                "cable a/b:x c:x | line 1: name 'a/b', want 1 to 60 of letters",
                "cable a:x a:x | line 1: a cable from a:x to itself",
                "cable a:x b:x latency=5 | line 1: '5', want a time, such as 5us",
                "cable a:x b:x latency=9999999s | is too much",
                "cable a:x b:x bandwidth=0.5B/s | line 1: '0.5B/s', want a speed of 1B/s or more",
                "cable a:x b:x bandwidth=6GB | line 1: '6GB', want a speed of 1B/s or more",
                "cable a:x b:x speed=6GB/s | 'speed=6GB/s', want latency=, bandwidth= or address=",
                "cable a:x b:x address=1.2.3.4 | want those of both ends",
                "cable a:x b:x address=1.2.3.4,1.2.3.400 | address '1.2.3.400', want IPv4",
                "cable a:x b:x address=1.2.3.4,1.2.3.4 | is also that of a:x",
                "manners rude | manners 'rude', want thunderbolt or ordinary",
                "disabled z:x | 'disabled z:x', want a device that a cable line names"
            })
    void shouldNameLineValueAndWish(String text, String message) {
        assertThatThrownBy(() -> Cables.parse(text))
                .isInstanceOf(SimulatedFabricException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseTwoCablesInOnePort() {
        assertThatThrownBy(() -> Cables.parse("cable a:x b:x\n\ncable c:x a:x"))
                .hasMessage("line 3: a:x is in line 1 already, want one cable per device");
    }

    @Test
    void shouldJoinEveryTwoHostsOfAMesh() {
        String text = Cables.fullMesh(Manners.THUNDERBOLT, List.of("a", "b", "c"), "latency=5us");

        assertThat(text)
                .isEqualTo(
                        """
                        manners thunderbolt
                        cable a:rdma_en3 b:rdma_en3 latency=5us
                        cable a:rdma_en4 c:rdma_en3 latency=5us
                        cable b:rdma_en4 c:rdma_en4 latency=5us
                        """);
        assertThat(Cables.parse(text).cables()).hasSize(3);
    }

    @Test
    void shouldHaveAnAddressForEveryEnd() {
        List<String> hosts = IntStream.range(0, 24).mapToObj(i -> "h" + i).toList();

        Cables cables = Cables.parse(Cables.fullMesh(Manners.THUNDERBOLT, hosts, ""));

        assertThat(cables.cables()).hasSize(276);
        assertThat(Ipv4.format(cables.cables().get(275).rightAddress())).isEqualTo("127.77.2.152");
    }
}
