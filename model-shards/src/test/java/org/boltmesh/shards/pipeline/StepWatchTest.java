package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.pipeline.StepWatch.Decision;
import org.junit.jupiter.api.Test;

class StepWatchTest {
    @Test
    void shouldResendLessAndLessOftenAndThenGiveUp() {
        long startNs = Long.MAX_VALUE - 5;
        StepWatch watch = new StepWatch(new PipelineTimes(10, 100));
        watch.start(startNs);
        List<Long> resentNs = new ArrayList<>();
        for (long waitedNs = 0; waitedNs < 100; waitedNs++) {
            Decision decision = watch.decide(startNs + waitedNs);
            assertThat(decision).isNotEqualTo(Decision.GIVE_UP);
            if (decision == Decision.RESEND) {
                resentNs.add(waitedNs);
            }
        }
        assertThat(resentNs).containsExactly(10L, 21L, 43L, 87L);
        assertThat(watch.decide(startNs + 100)).isEqualTo(Decision.GIVE_UP);
    }

    @Test
    void shouldBeginAnewWithEachStep() {
        StepWatch watch = new StepWatch(new PipelineTimes(10, 100));
        watch.start(0);
        assertThat(watch.decide(500)).isEqualTo(Decision.GIVE_UP);
        watch.start(500);
        assertThat(watch.decide(505)).isEqualTo(Decision.WAIT);
        assertThat(watch.decide(510)).isEqualTo(Decision.RESEND);
        assertThat(watch.decide(511)).isEqualTo(Decision.WAIT);
    }

    @Test
    void shouldRefuseTimesOutOfOrder() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PipelineTimes(10, 9))
                .withMessageContaining("resend after 10 ns and time out after 9 ns");
        assertThatIllegalArgumentException().isThrownBy(() -> new PipelineTimes(0, 9));
    }
}
