package org.boltmesh.actors.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    @Test
    void shouldDoubleUpToItsMost() {
        Backoff backoff = Backoff.usual();
        assertThat(LongStream.range(0, 7).mapToObj(backoff::ended).map(Duration::toMillis))
                .containsExactly(250L, 500L, 1000L, 2000L, 4000L, 5000L, 5000L);
    }

    @Test
    void shouldBeginAnewAfterAGoodRun() {
        Backoff backoff = Backoff.usual();
        backoff.ended(0);
        backoff.ended(0);
        backoff.started(SECOND_NS);
        assertThat(backoff.ended(30 * SECOND_NS)).isEqualTo(Duration.ofSeconds(1));
        backoff.started(40 * SECOND_NS);
        assertThat(backoff.ended(70 * SECOND_NS)).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void shouldNotTakeTheTimeBetweenRunsForOne() {
        Backoff backoff = Backoff.usual();
        backoff.started(0);
        backoff.ended(SECOND_NS);
        assertThat(backoff.ended(100 * SECOND_NS)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void shouldRefuseWaitsThatMakeNoSense() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO))
                .hasMessageContaining("PT0S to PT1S, want more than 0");
    }
}
