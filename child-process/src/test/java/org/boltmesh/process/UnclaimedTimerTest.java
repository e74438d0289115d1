package org.boltmesh.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnclaimedTimerTest {
    @Test
    void shouldExpireWhenNobodyEverCame() {
        var timer = new UnclaimedTimer(100, -50);
        assertThat(timer.isExpired(49)).isFalse();
        assertThat(timer.isExpired(50)).isTrue();
    }

    @Test
    void shouldNotExpireWhileClaimed() {
        var timer = new UnclaimedTimer(100, 0);
        timer.claim();
        assertThat(timer.isExpired(1_000_000)).isFalse();
    }

    @Test
    void shouldCountFromTheRelease() {
        var timer = new UnclaimedTimer(100, 0);
        timer.claim();
        timer.release(500);
        assertThat(timer.isExpired(599)).isFalse();
        assertThat(timer.isExpired(600)).isTrue();
    }

    @Test
    void shouldSurviveAClockThatWraps() {
        var timer = new UnclaimedTimer(100, Long.MAX_VALUE - 10);
        assertThat(timer.isExpired(Long.MIN_VALUE + 10)).isFalse();
        assertThat(timer.isExpired(Long.MIN_VALUE + 90)).isTrue();
    }
}
