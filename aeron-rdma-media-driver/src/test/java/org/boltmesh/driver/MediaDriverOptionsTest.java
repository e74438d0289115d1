package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaDriverOptionsTest {
    private static final MediaDriverOptions DEFAULTS = MediaDriverOptions.in(Path.of("aeron"));

    @ParameterizedTest
    @ValueSource(ints = {1024, 8192, 65_504})
    void shouldTakeAnMtu(int mtu) {
        assertThat(DEFAULTS.withMtu(mtu).mtuLengthBytes()).isEqualTo(mtu);
    }

    @ParameterizedTest
    @ValueSource(ints = {-32, 0, 992, 8193, 65_505, 65_536})
    void shouldRefuseAnMtu(int mtu) {
        assertThatThrownBy(() -> DEFAULTS.withMtu(mtu))
                .isInstanceOf(MediaDriverException.class)
                .hasMessage("mtu %d, want 1024 to 65504 bytes and a multiple of 32", mtu);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 1 << 15, (1 << 20) + 1})
    void shouldRefuseATermLength(int length) {
        assertThatThrownBy(() -> DEFAULTS.withTermLength(length))
                .hasMessageContaining("term length " + length + ", want a power of two");
    }

    @Test
    void shouldRefuseTermsThatHoldFewDatagrams() {
        assertThatThrownBy(() -> DEFAULTS.withTermLength(1 << 17))
                .hasMessageContaining("mtu 65504, want at most a quarter of the term length");
    }
}
