package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The pure parts of a link: its timing and its word. */
class LinkTest {
    @Test
    void shouldTakeTheTimeOfItsBandwidth() {
        assertThat(LinkTiming.transferNs(6_000, 6_000_000_000L)).isEqualTo(1_000);
        assertThat(LinkTiming.transferNs(1, 6_000_000_000L)).isEqualTo(1);
        assertThat(LinkTiming.transferNs(1 << 30, 1)).isPositive();
        assertThat(LinkTiming.transferNs(1 << 30, 0)).isZero();
    }

    @Test
    void shouldStartWhenTheLinkIsFree() {
        assertThat(LinkTiming.startNs(100, 90)).isEqualTo(100);
        assertThat(LinkTiming.startNs(100, 150)).isEqualTo(150);
        assertThat(LinkTiming.startNs(Long.MAX_VALUE, Long.MIN_VALUE + 5))
                .isEqualTo(Long.MIN_VALUE + 5);
        assertThat(LinkTiming.mayReserve(0, LinkTiming.HORIZON_NS)).isTrue();
        assertThat(LinkTiming.mayReserve(0, LinkTiming.HORIZON_NS + 1)).isFalse();
    }

    @Test
    void shouldCountEpochsAndKeepCauses() {
        long word = LinkWord.withOut(0, true);
        assertThat(LinkWord.isPlugged(word)).isFalse();
        word = LinkWord.withGone(word, Side.RIGHT, true);
        word = LinkWord.withOut(word, false);
        assertThat(LinkWord.isPlugged(word)).isFalse();
        word = LinkWord.withGone(word, Side.RIGHT, false);
        assertThat(LinkWord.isPlugged(word)).isTrue();
        assertThat(LinkWord.epoch(word)).isEqualTo(4);
    }

    @Test
    void shouldDisableWhatTheFileEnablesAndTheOtherWayRound() {
        assertThat(LinkWord.isDisabled(0, Side.LEFT, false)).isFalse();
        assertThat(LinkWord.isDisabled(0, Side.LEFT, true)).isTrue();
        long disabled = LinkWord.withDisabled(0, Side.LEFT, true);
        assertThat(LinkWord.isDisabled(disabled, Side.LEFT, false)).isTrue();
        assertThat(LinkWord.isDisabled(disabled, Side.RIGHT, false)).isFalse();
        long enabled = LinkWord.withDisabled(disabled, Side.LEFT, false);
        assertThat(LinkWord.isDisabled(enabled, Side.LEFT, true)).isFalse();
        assertThat(LinkWord.isPlugged(disabled)).isTrue();
    }
}
