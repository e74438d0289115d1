package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class TokenDrawTest {
    private static final int DRAWS = 1 << 18;
    private static final int CELLS = 256;

    /** Exceeded by one fair generator in 10,000: CELLS - 1 = 255 degrees of freedom. */
    private static final double CHI_SQUARE_MAX = 347;

    @Test
    void shouldNeverChange() {
        assertThat(TokenDraw.draw(0, 0, 0)).isEqualTo(0.13870941014555427);
        assertThat(TokenDraw.draw(42, 1, 7)).isEqualTo(0.5649028026636309);
        assertThat(TokenDraw.draw(-1, 3, 131_071)).isEqualTo(0.5770295507466181);
    }

    @Test
    void shouldSpreadEvenlyAlongEachArgument() {
        for (long seed : new long[] {0, 1, 42, Long.MIN_VALUE, 0x9E37_79B9_7F4A_7C15L}) {
            assertEven(position -> TokenDraw.draw(seed, 0, position));
            assertEven(choice -> TokenDraw.draw(seed, choice, 5));
            assertEven(i -> TokenDraw.draw(seed + i, 0, 0));
            assertEven(i -> TokenDraw.draw(seed + ((long) i << 40), 0, 0));
        }
    }

    @Test
    void shouldNotDependOnNeighbours() {
        // The cell of a pair of draws, 16 x 16, is even when the two are independent.
        assertEven(i -> pair(TokenDraw.draw(1, 0, i), TokenDraw.draw(1, 0, i + 1)));
        assertEven(i -> pair(TokenDraw.draw(1, 0, i), TokenDraw.draw(1, 1, i)));
        assertEven(i -> pair(TokenDraw.draw(1, 0, i), TokenDraw.draw(2, 0, i)));
        assertEven(i -> pair(TokenDraw.draw(i, 0, 1), TokenDraw.draw(i, 1, 0)));
        assertEven(i -> pair(TokenDraw.draw(i, 0, 3), TokenDraw.draw(i + 1L, 0, 2)));
    }

    private static double pair(double first, double second) {
        return (Math.floor(first * 16) * 16 + Math.floor(second * 16)) / 256;
    }

    private static void assertEven(IntToDoubleFunction draws) {
        int[] counts = new int[CELLS];
        for (int i = 0; i < DRAWS; i++) {
            double draw = draws.applyAsDouble(i);
            assertThat(draw >= 0 && draw < 1).isTrue();
            counts[(int) (draw * CELLS)]++;
        }
        double expected = (double) DRAWS / CELLS;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare).isBetween(255 - 92.0, CHI_SQUARE_MAX);
    }
}
