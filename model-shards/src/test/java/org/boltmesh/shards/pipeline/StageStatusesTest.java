package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StageStatusesTest {
    private final StageStatuses statuses = new StageStatuses(4);

    @Test
    void shouldBlameTheFirstThatIsNotDone() {
        assertThat(statuses.culprit()).isEqualTo(1);
        statuses.note(2, false);
        statuses.note(1, true);
        assertThat(statuses.culprit()).isEqualTo(2);
        assertThat(statuses.describe(2)).isEqualTo("waits for activations of stage 1");
        statuses.note(2, true);
        assertThat(statuses.culprit()).isEqualTo(3);
        assertThat(statuses.describe(3)).isEqualTo("does not answer");
    }

    @Test
    void shouldBlameTheLastWhenAllAreDone() {
        for (int stage = 1; stage < 4; stage++) {
            statuses.note(stage, true);
        }
        assertThat(statuses.culprit()).isEqualTo(3);
        assertThat(statuses.describe(3)).contains("does not arrive");
        statuses.clear();
        assertThat(statuses.culprit()).isEqualTo(1);
    }
}
