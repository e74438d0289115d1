package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelProbeTest {
    private static final long HEAP_BYTES_MAX = 64L << 20;

    /** From a head of 64 to the feed-forward network of Llama 3.1 405B, and far beyond. */
    @ParameterizedTest
    @ValueSource(ints = {64, 4096, 14_336, 53_248, 262_144, 1 << 20})
    void shouldFitTheHeapOfAnEngineWhateverTheModel(int inner) {
        int columns = KernelProbe.columnsDifferent(inner);
        assertThat(columns).isBetween(2, 61);
        assertThat((long) inner * columns * Float.BYTES).isLessThanOrEqualTo(HEAP_BYTES_MAX);
    }
}
