package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.boltmesh.shards.pipeline.ChannelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1>10.0.0.2:40100/17",
                "mac-1.local>mac_2.local:1/1",
                "[::1]>[fe80::1%en0]:65535/2147483647",
                "localhost>[::1]:7/3",
            })
    void shouldReadWhatItWrites(String text) {
        WorkAddress address = WorkAddress.parse(text);
        assertThat(address).hasToString(text).isEqualTo(WorkAddress.parse(address.toString()));
    }

    @Test
    void shouldTakeHostsOfIpv6WithAndWithoutBrackets() {
        assertThat(new WorkAddress("[::1]", "::1", 7, 3))
                .isEqualTo(WorkAddress.parse("[::1]>[::1]:7/3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.2:40100/17",
                "10.0.0.1>10.0.0.2:40100",
                "10.0.0.1>10.0.0.2/17",
                "10.0.0.1>:40100/17",
                ">10.0.0.2:40100/17",
                "10.0.0.1>10.0.0.2:40100/17 ",
                " 10.0.0.1>10.0.0.2:40100/17",
                "10.0.0.1>10.0.0.2:-1/17",
                "10.0.0.1>10.0.0.2:0/17",
                "10.0.0.1>10.0.0.2:65536/17",
                "10.0.0.1>10.0.0.2:40100/0",
                "10.0.0.1>10.0.0.2:40100/2147483648",
                "10.0.0.1>10.0.0.2:40100/99999999999999999999",
                "::1>::1:7/3",
                "a|interface=b>c:7/3",
                "aeron:ipc",
            })
    void shouldRefuseAnyOtherText(String text) {
        assertThatThrownBy(() -> WorkAddress.parse(text))
                .isInstanceOf(ChannelException.class)
                .hasMessageContaining("want");
    }

    @Test
    void shouldRefuseHostsThatAreNone() {
        assertThatThrownBy(() -> new WorkAddress("a b", "c", 7, 3))
                .isInstanceOf(ChannelException.class)
                .hasMessage("hosts 'a b' and 'c' of a channel, want names or addresses");
    }

    @Test
    void shouldGiveBothEndsInAeronsWords() {
        WorkAddress address = WorkAddress.parse("127.0.0.1>localhost:40100/17");
        assertThat(address.receiving())
                .isEqualTo(new AeronStream("aeron:udp?endpoint=127.0.0.1:40100", 17));
        assertThat(address.sending())
                .isEqualTo(
                        new AeronStream(
                                "aeron:udp?endpoint=127.0.0.1:40100|interface=127.0.0.1", 17));
    }

    @Test
    void shouldNameAHostThatCannotBeFound() {
        try (var channels = new AeronChannels(Path.of("no-driver"))) {
            assertThatThrownBy(() -> channels.sender("127.0.0.1>no-such-host.invalid:7/3"))
                    .isInstanceOf(ChannelException.class)
                    .hasMessageStartingWith("host no-such-host.invalid of channel 127.0.0.1>");
        }
    }

    @Test
    void shouldRefuseAHostThatIsNotOneMachine() {
        try (var channels = new AeronChannels(Path.of("no-driver"))) {
            assertThatThrownBy(() -> channels.receiver("127.0.0.1>0.0.0.0:7/3"))
                    .isInstanceOf(ChannelException.class)
                    .hasMessageContaining("want the address of one interface");
        }
    }

    @Test
    void shouldOpenNothingOnceClosed() {
        var channels = new AeronChannels(Path.of("no-driver"));
        assertThat(channels.sender("127.0.0.1>127.0.0.1:7/3").isConnected()).isFalse();
        channels.close();
        assertThatThrownBy(() -> channels.sender("127.0.0.1>127.0.0.1:7/3"))
                .isInstanceOf(ChannelException.class)
                .hasMessageContaining("are closed");
    }
}
