package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;

final class RestingIdleTest {
    private static final long SHORT_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private long nowNs;
    private int shortWaits;
    private int resets;
    private int rests;

    private final RestingIdle idle =
            new RestingIdle(
                    new ShortWaits(),
                    () -> nowNs,
                    ns -> {
                        rests++;
                        nowNs += ns;
                    });

    private final class ShortWaits implements IdleStrategy {
        @Override
        public void idle(int workCount) {
            throw new IllegalStateException("asked twice whether there was work");
        }

        @Override
        public void idle() {
            shortWaits++;
            nowNs += SHORT_NS;
        }

        @Override
        public void reset() {
            resets++;
        }
    }

    private void idleForMs(long ms) {
        for (long end = nowNs + TimeUnit.MILLISECONDS.toNanos(ms); nowNs < end; ) {
            idle.idle(0);
        }
    }

    @Test
    void shouldRestWhenThereWasNoWorkForLong() {
        idleForMs(100);
        assertThat(shortWaits).isEqualTo(1000);
        assertThat(rests).isZero();
        idleForMs(1000);
        assertThat(shortWaits).isEqualTo(1000);
        assertThat(rests).isEqualTo(1000);
    }

    @Test
    void shouldWakeUpWithWork() {
        idleForMs(500);
        int before = rests;
        idle.idle(3);
        idleForMs(90);
        assertThat(rests).isEqualTo(before);
        assertThat(resets).isEqualTo(1);
    }

    @Test
    void shouldStayAwakeWhileTokensCome() {
        for (int token = 0; token < 20; token++) {
            idleForMs(90);
            idle.idle(1);
        }
        assertThat(rests).isZero();
    }
}
