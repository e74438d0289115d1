package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.boltmesh.shards.model.Step;
import org.junit.jupiter.api.Test;

class SequenceTableTest {
    private final SequenceTable table = new SequenceTable(8);

    @Test
    void shouldRefuseAHoleAndTakeARepetition() {
        assertThat(table.problem(step(0, 1))).get().asString().contains("position 1, want 0 to 0");
        table.advance(step(0, 0));
        assertThat(table.problem(step(0, 3))).isEmpty();
        assertThat(table.problem(step(0, 1))).isEmpty();
        assertThat(table.problem(step(0, 4))).get().asString().contains("want 0 to 3");
    }

    @Test
    void shouldEndWhereTheLastStepEnded() {
        table.advance(step(0, 0));
        table.advance(step(0, 3));
        table.advance(step(0, 1));
        assertThat(table.problem(step(0, 4))).isEmpty();
        assertThat(table.problem(step(0, 5))).isPresent();
    }

    @Test
    void shouldForgetWhatWasClosed() {
        table.advance(step(5, 0));
        assertThat(table.isOpen(5)).isTrue();
        table.close(step(5, 3));
        assertThat(table.isOpen(5)).isFalse();
        assertThat(table.problem(step(5, 3))).isPresent();
        assertThat(table.problem(step(5, 0))).isEmpty();
    }

    /** Three tokens of a sequence. */
    private static Step step(int sequence, int position) {
        Step step = new Step();
        step.add(sequence, position, new int[3], 0, 3, false);
        return step;
    }
}
