package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RestingIdleTest {
    private static final long SHORT_MAX_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LONG_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final List<Long> parks = new ArrayList<>();
    private long nowNs;

    private final RestingIdle idle =
            new RestingIdle(
                    () -> nowNs,
                    ns -> {
                        parks.add(ns);
                        nowNs += ns;
                    });

    private void idleFor(long ns) {
        for (long end = nowNs + ns; nowNs < end; ) {
            idle.idle(0);
        }
    }

    @Test
    void shouldParkForLongerAndLongerButShortlyAfterWork() {
        idleFor(TimeUnit.MILLISECONDS.toNanos(90));
        assertThat(parks).startsWith(1000L, 2000L, 4000L).isSorted().last().isEqualTo(SHORT_MAX_NS);
    }

    @Test
    void shouldRestWhenThereWasNoWorkForLong() {
        idleFor(TimeUnit.MILLISECONDS.toNanos(200));
        assertThat(parks).isSorted().last().isEqualTo(LONG_NS);
        int before = parks.size();
        idleFor(TimeUnit.SECONDS.toNanos(1));
        assertThat(parks.size() - before).isEqualTo(1000);
    }

    @Test
    void shouldWakeUpWithWork() {
        idleFor(TimeUnit.SECONDS.toNanos(1));
        parks.clear();
        idle.idle(3);
        idle.idle(0);
        assertThat(parks).isEmpty();
        idleFor(TimeUnit.MILLISECONDS.toNanos(90));
        assertThat(parks).startsWith(1000L).allMatch(ns -> ns <= SHORT_MAX_NS);
    }

    @Test
    void shouldStayAwakeWhileTokensCome() {
        for (int token = 0; token < 20; token++) {
            idleFor(TimeUnit.MILLISECONDS.toNanos(90));
            idle.idle(1);
        }
        assertThat(parks).allMatch(ns -> ns <= SHORT_MAX_NS);
    }
}
