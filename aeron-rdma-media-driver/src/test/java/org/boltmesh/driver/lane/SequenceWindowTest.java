package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceWindowTest {
    private final SequenceWindow window = new SequenceWindow();

    @Test
    void shouldTellLateFromRepeatedAndOld() {
        assertThat(window.accept(0)).isEqualTo(SlotVerdict.GOOD);
        assertThat(window.accept(3)).isEqualTo(SlotVerdict.GOOD);
        assertThat(window.missing()).isEqualTo(2);
        assertThat(window.accept(1)).isEqualTo(SlotVerdict.GOOD);
        assertThat(window.late()).isEqualTo(1);
        assertThat(window.missing()).isEqualTo(1);
        assertThat(window.accept(1)).isEqualTo(SlotVerdict.SEQUENCE_REPEATED);
        assertThat(window.accept(3)).isEqualTo(SlotVerdict.SEQUENCE_REPEATED);

        assertThat(window.accept(2 + SequenceWindow.SIZE)).isEqualTo(SlotVerdict.GOOD);
        assertThat(window.accept(2)).isEqualTo(SlotVerdict.SEQUENCE_OLD);
        assertThat(window.accept(4)).isEqualTo(SlotVerdict.GOOD);
    }

    @Test
    void shouldRefuseWhatIsTooFarAhead() {
        assertThat(window.accept(SequenceWindow.AHEAD_MAX)).isEqualTo(SlotVerdict.SEQUENCE_AHEAD);
        assertThat(window.accept(Long.MAX_VALUE)).isEqualTo(SlotVerdict.SEQUENCE_AHEAD);
        assertThat(window.accept(-1)).isEqualTo(SlotVerdict.SEQUENCE_AHEAD);
        assertThat(window.accept(Long.MIN_VALUE)).isEqualTo(SlotVerdict.SEQUENCE_AHEAD);
        assertThat(window.accept(0)).isEqualTo(SlotVerdict.GOOD);
    }

    @Test
    void shouldAgreeWithASetOfAllThatWasAccepted() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Set<Long> accepted = new HashSet<>();
        long highest = -1;
        for (int i = 0; i < 200_000; i++) {
            int jump = random.nextInt(500) == 0 ? 3000 : 4;
            long sequence = Math.max(0, highest + random.nextInt(jump) - random.nextInt(2000) / 4);
            SlotVerdict verdict = window.accept(sequence);
            SlotVerdict wanted = SlotVerdict.GOOD;
            if (highest - sequence >= SequenceWindow.SIZE) {
                wanted = SlotVerdict.SEQUENCE_OLD;
            } else if (!accepted.add(sequence)) {
                wanted = SlotVerdict.SEQUENCE_REPEATED;
            }
            assertThat(verdict).as("seed %d, %d at %d", seed, sequence, i).isEqualTo(wanted);
            highest = Math.max(highest, sequence);
        }
        assertThat(window.missing()).isEqualTo(highest + 1 - accepted.size());
    }
}
