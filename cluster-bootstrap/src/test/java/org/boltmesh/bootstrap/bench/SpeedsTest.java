package org.boltmesh.bootstrap.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpeedsTest {
    private static final SpeedTest TEST = new SpeedTest(SpeedTest.Kind.PREFILL, 512);

    @Test
    void shouldTellMiddleAndSpread() {
        Speeds speeds = new Speeds(TEST, List.of(4.0, 1.0, 2.0, 9.0, 4.0));
        assertThat(speeds.mean()).isEqualTo(4);
        assertThat(speeds.median()).isEqualTo(4);
        assertThat(speeds.min()).isEqualTo(1);
        assertThat(speeds.max()).isEqualTo(9);
        assertThat(speeds.deviation()).isCloseTo(Math.sqrt(38 / 4.0), within(1e-12));
        assertThat(speeds.samples()).containsExactly(4.0, 1.0, 2.0, 9.0, 4.0);
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddle() {
        assertThat(new Speeds(TEST, List.of(10.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
    }

    @Test
    void shouldHaveNoSpreadWithOneSample() {
        Speeds speeds = new Speeds(TEST, List.of(3.0));
        assertThat(speeds.deviation()).isZero();
        assertThat(speeds.median()).isEqualTo(3);
    }

    @Test
    void shouldRefuseNoSamples() {
        assertThatThrownBy(() -> new Speeds(TEST, List.of())).hasMessageContaining("pp512");
    }

    @Test
    void shouldNameTestsAsLlamaBenchDoes() {
        var decode = new SpeedTest(SpeedTest.Kind.DECODE, 64);
        assertThat(TEST.name()).isEqualTo("pp512");
        assertThat(decode.name()).isEqualTo("tg64");
        assertThat(TEST.contextTokens()).isEqualTo(512);
        assertThat(decode.contextTokens()).isEqualTo(65);
    }
}
