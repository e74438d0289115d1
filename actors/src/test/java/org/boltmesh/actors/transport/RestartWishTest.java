package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.boltmesh.actors.child.Backoff;
import org.junit.jupiter.api.Test;

class RestartWishTest {
    private static final NodeWork IDLE = new NodeWork(7, 0);

    private final RestartWish wish =
            new RestartWish(
                    Duration.ofSeconds(10),
                    new Backoff(Duration.ofSeconds(4), Duration.ofHours(1), Duration.ofMinutes(10)),
                    0);

    private boolean isDue(boolean wanted, NodeWork work, long atS) {
        return wish.isDue(wanted, work, Duration.ofSeconds(atS).toNanos());
    }

    private void start(long atS) {
        wish.started(Duration.ofSeconds(atS).toNanos());
    }

    /** Seconds from the wish until it is granted. */
    private long waitS(long wishedS) {
        long atS = wishedS;
        while (!isDue(true, IDLE, atS)) {
            atS++;
        }
        return atS - wishedS;
    }

    @Test
    void shouldLeaveADriverThatWantsNothing() {
        start(0);
        assertThat(isDue(false, IDLE, 1000)).isFalse();
    }

    @Test
    void shouldWaitUntilEnginesAreIdle() {
        start(0);
        assertThat(isDue(true, new NodeWork(1, 1), 100)).isFalse();
        assertThat(isDue(true, new NodeWork(2, 0), 110)).as("a step was done").isFalse();
        assertThat(isDue(true, new NodeWork(2, 0), 119)).isFalse();
        assertThat(isDue(true, new NodeWork(2, 1), 120)).as("a request came").isFalse();
        assertThat(isDue(true, new NodeWork(2, 0), 129)).isFalse();
        assertThat(isDue(true, new NodeWork(2, 0), 130)).isTrue();
    }

    @Test
    void shouldWaitLongerEachTimeThatTheNextOneWantsItToo() {
        isDue(false, IDLE, 0);
        long nowS = 100;
        for (long expectedS : new long[] {4, 8, 16, 32, 64}) {
            start(nowS);
            assertThat(waitS(nowS + 1)).isEqualTo(expectedS);
            nowS += 1 + expectedS;
        }
    }

    @Test
    void shouldForgetFormerWishesWhenADriverRanWell() {
        isDue(false, IDLE, 0);
        start(100);
        assertThat(waitS(101)).isEqualTo(4);
        start(105);
        assertThat(waitS(106)).isEqualTo(8);
        start(200);
        assertThat(isDue(false, IDLE, 700)).isFalse();
        assertThat(waitS(800)).isEqualTo(4);
    }
}
