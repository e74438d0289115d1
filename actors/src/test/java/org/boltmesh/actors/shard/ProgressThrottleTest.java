package org.boltmesh.actors.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressThrottleTest {
    @Test
    void shouldPassTheFirstAFewASecondAndTheLast() {
        var throttle = new ProgressThrottle();
        assertThat(throttle.passes(1, 10, 0)).isTrue();
        assertThat(throttle.passes(2, 10, 249_000_000)).isFalse();
        assertThat(throttle.passes(3, 10, 250_000_000)).isTrue();
        assertThat(throttle.passes(4, 10, 260_000_000)).isFalse();
        assertThat(throttle.passes(10, 10, 270_000_000)).isTrue();
    }
}
