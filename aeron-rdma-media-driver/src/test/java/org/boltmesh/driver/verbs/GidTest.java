package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class GidTest {
    @Test
    void shouldKnowAnIpv4MappedAddress() {
        Gid gid = Gid.ofIpv4(0xC0A80107);

        assertThat(gid.isIpv4()).isTrue();
        assertThat(gid.ipv4()).isEqualTo(0xC0A80107);
        assertThat(gid).hasToString("::ffff:192.168.1.7");
        assertThat(Gid.of(gid.bytes())).isEqualTo(gid);
    }

    @Test
    void shouldTellOtherAddresses() {
        assertThat(new Gid(0xFE80_0000_0000_0000L, 1).isIpv4()).isFalse();
        assertThat(new Gid(0xFE80_0000_0000_0000L, 1)).hasToString("fe80:0:0:0:0:0:0:1");
        assertThat(Gid.NONE.isIpv4()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gid.of(new byte[4]))
                .withMessage("a GID of 4 bytes, want 16");
    }
}
