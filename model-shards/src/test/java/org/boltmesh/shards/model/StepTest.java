package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class StepTest {
    private static final int[] IDS = {5, 6, 7, 8, 9};

    private final Step step = new Step();

    @Test
    void shouldHoldItsChunks() {
        step.add(3, 10, IDS, 1, 4, true);
        step.add(0, 0, IDS, 4, 5, false);
        assertThat(step.chunkCount()).isEqualTo(2);
        assertThat(step.tokenCount()).isEqualTo(4);
        assertThat(step.sequence(0)).isEqualTo(3);
        assertThat(step.position(0)).isEqualTo(10);
        assertThat(step.start(0)).isZero();
        assertThat(step.length(0)).isEqualTo(3);
        assertThat(step.wantsLogits(0)).isTrue();
        assertThat(step.start(1)).isEqualTo(3);
        assertThat(step.length(1)).isEqualTo(1);
        assertThat(step.wantsLogits(1)).isFalse();
        assertThat(new int[] {step.token(0), step.token(1), step.token(2), step.token(3)})
                .containsExactly(6, 7, 8, 9);
    }

    @Test
    void shouldForgetAndGrow() {
        step.add(0, 0, IDS, 0, 5, true);
        step.clear();
        assertThat(step.chunkCount()).isZero();
        assertThat(step.tokenCount()).isZero();
        int[] many = new int[5000];
        many[4999] = 42;
        step.add(0, 0, many, 0, 5000, true);
        assertThat(step.token(4999)).isEqualTo(42);
    }

    @Test
    void shouldRefuseEmptyChunksTwinsAndANinth() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> step.add(0, 0, IDS, 2, 2, true))
                .withMessageStartingWith("chunk [2, 2) of sequence 0 as number 1, want");
        step.add(0, 0, IDS, 0, 1, true);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> step.add(0, 1, IDS, 0, 1, true));
        for (int sequence = 1; sequence < Step.CHUNKS_MAX; sequence++) {
            step.add(sequence, 0, IDS, 0, 1, true);
        }
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> step.add(8, 0, IDS, 0, 1, true))
                .withMessageContaining("as number 9");
        assertThat(step.chunkCount()).isEqualTo(Step.CHUNKS_MAX);
    }

    @Test
    void shouldStayAsItWasAfterARefusal() {
        step.add(0, 0, IDS, 0, 2, true);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> step.add(1, 0, IDS, 3, 9, true));
        assertThat(step.chunkCount()).isEqualTo(1);
        assertThat(step.tokenCount()).isEqualTo(2);
    }
}
