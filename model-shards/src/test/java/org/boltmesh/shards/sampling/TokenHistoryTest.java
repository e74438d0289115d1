package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TokenHistoryTest {
    @Test
    void shouldGrow() {
        int[] prompt = {5, 6};
        TokenHistory history = new TokenHistory(prompt, 2);
        prompt[0] = 9;
        for (int token = 0; token < 1_000; token++) {
            history.add(token);
        }
        assertThat(history.size()).isEqualTo(1_002);
        assertThat(history.promptSize()).isEqualTo(2);
        assertThat(history.token(0)).isEqualTo(5);
        assertThat(history.token(1_001)).isEqualTo(999);
    }

    @Test
    void shouldTakeItsPromptStepByStepAndAgain() {
        TokenHistory history = TokenHistory.expecting(3);
        assertThat(history.size()).isZero();
        for (int token = 0; token < 10; token++) {
            history.add(token);
        }
        history.truncate(2);
        history.add(7);
        assertThat(history.size()).isEqualTo(3);
        assertThat(history.promptSize()).isEqualTo(3);
        assertThat(history.token(2)).isEqualTo(7);
        assertThatThrownBy(() -> history.truncate(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldRefuseWhatIsNotThere() {
        assertThatThrownBy(() -> new TokenHistory(new int[3], 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt of 4 tokens, want 0 to 3");
        TokenHistory history = new TokenHistory(new int[3], 3);
        history.add(1);
        assertThatThrownBy(() -> history.token(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
