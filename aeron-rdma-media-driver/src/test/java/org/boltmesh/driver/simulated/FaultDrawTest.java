package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.boltmesh.driver.simulated.FaultDraw.Kind;
import org.junit.jupiter.api.Test;

class FaultDrawTest {
    private static final int MESSAGES = 1_000_000;

    private static long hits(long seed, Side side, Kind kind, int ppm) {
        return LongStream.range(0, MESSAGES)
                .filter(message -> FaultDraw.hits(seed, side, message, kind, ppm))
                .count();
    }

    @Test
    void shouldHitAsOftenAsAsked() {
        assertThat(hits(1, Side.LEFT, Kind.LOSS, 0)).isZero();
        assertThat(hits(1, Side.LEFT, Kind.LOSS, 1_000_000)).isEqualTo(MESSAGES);
        assertThat(hits(1, Side.LEFT, Kind.LOSS, 10_000)).isBetween(9_500L, 10_500L);
    }

    @Test
    void shouldDrawTheSameForTheSame() {
        assertThat(FaultDraw.draw(7, Side.LEFT, 3, Kind.LOSS, 1 << 30))
                .isEqualTo(FaultDraw.draw(7, Side.LEFT, 3, Kind.LOSS, 1 << 30));
    }

    @Test
    void shouldDrawApartForSeedSideMessageAndKind() {
        long[] draws = {
            FaultDraw.draw(7, Side.LEFT, 3, Kind.LOSS, 1L << 40),
            FaultDraw.draw(8, Side.LEFT, 3, Kind.LOSS, 1L << 40),
            FaultDraw.draw(7, Side.RIGHT, 3, Kind.LOSS, 1L << 40),
            FaultDraw.draw(7, Side.LEFT, 4, Kind.LOSS, 1L << 40),
            FaultDraw.draw(7, Side.LEFT, 3, Kind.DAMAGE, 1L << 40)
        };

        assertThat(draws).doesNotHaveDuplicates();
        long both =
                LongStream.range(0, MESSAGES)
                        .filter(m -> FaultDraw.hits(7, Side.LEFT, m, Kind.LOSS, 100_000))
                        .filter(m -> FaultDraw.hits(7, Side.LEFT, m, Kind.DAMAGE, 100_000))
                        .count();
        assertThat(both).isBetween(9_000L, 11_000L);
    }
}
