package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.boltmesh.shards.pipeline.StepOrder.Decision;
import org.junit.jupiter.api.Test;

class StepOrderTest {
    private final StepOrder order = new StepOrder();

    @Test
    void shouldBeginWithStepOne() {
        assertThat(order.decide(1)).isEqualTo(Decision.TAKE);
        assertThat(order.decide(2)).isEqualTo(Decision.GAP);
        assertThat(order.decide(0)).isEqualTo(Decision.STALE);
        assertThat(order.decide(-1)).isEqualTo(Decision.STALE);
        assertThat(order.isPending()).isFalse();
    }

    @Test
    void shouldTakeOneAfterTheOther() {
        order.take();
        assertThat(order.isPending()).isTrue();
        assertThat(order.decide(1)).isEqualTo(Decision.REPEAT);
        order.conclude();
        assertThat(order.isPending()).isFalse();
        assertThat(order.decide(1)).isEqualTo(Decision.REPEAT);
        assertThat(order.decide(2)).isEqualTo(Decision.TAKE);
        order.take();
        assertThat(order.decide(1)).isEqualTo(Decision.STALE);
        assertThat(order.decide(4)).isEqualTo(Decision.GAP);
        assertThat(order.decide(Long.MAX_VALUE)).isEqualTo(Decision.GAP);
    }

    @Test
    void shouldHaveUseForActivationsOfThisStepAndTheNext() {
        order.take();
        assertThat(order.canUse(0)).isFalse();
        assertThat(order.canUse(1)).isTrue();
        assertThat(order.canUse(2)).isTrue();
        assertThat(order.canUse(3)).isFalse();
        order.conclude();
        assertThat(order.canUse(1)).isFalse();
        assertThat(order.canUse(2)).isTrue();
    }
}
