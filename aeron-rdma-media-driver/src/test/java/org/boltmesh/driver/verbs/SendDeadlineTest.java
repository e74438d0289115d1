package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class SendDeadlineTest {
    private final SendDeadline deadline = new SendDeadline(2, 100);

    @Test
    void shouldBeOverdueWhenTheOldestTakesTooLong() {
        assertThat(deadline.isOverdue(1_000)).isFalse();
        deadline.onPosted(1_000);
        deadline.onPosted(1_090);

        assertThat(deadline.isOverdue(1_099)).isFalse();
        assertThat(deadline.isOverdue(1_100)).isTrue();
    }

    @Test
    void shouldGiveTheNextAllItsTime() {
        deadline.onPosted(Long.MAX_VALUE - 10);
        deadline.onPosted(Long.MAX_VALUE - 10);
        deadline.onCompleted(Long.MIN_VALUE + 40);

        assertThat(deadline.outstanding()).isEqualTo(1);
        assertThat(deadline.isOverdue(Long.MIN_VALUE + 139)).isFalse();
        assertThat(deadline.isOverdue(Long.MIN_VALUE + 140)).isTrue();
        deadline.onCompleted(Long.MIN_VALUE + 141);
        assertThat(deadline.isOverdue(0)).isFalse();
    }

    @Test
    void shouldCountNoMoreThanThereMayBe() {
        assertThatIllegalStateException().isThrownBy(() -> deadline.onCompleted(0));
        deadline.onPosted(0);
        deadline.onPosted(0);
        assertThatIllegalStateException().isThrownBy(() -> deadline.onPosted(0));
    }
}
