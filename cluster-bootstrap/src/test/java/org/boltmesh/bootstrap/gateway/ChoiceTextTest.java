package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.junit.jupiter.api.Test;

class ChoiceTextTest {
    private static AnswerEvent.Token token(int index, String text) {
        return new AnswerEvent.Token(index, 100 + index, text, List.of());
    }

    private static List<Integer> indexes(Piece piece) {
        return piece.tokens().stream().map(AnswerEvent.Token::index).toList();
    }

    @Test
    void shouldShowATokenWithTheLastOfItsText() {
        var text = new ChoiceText(List.of("END"), true);
        assertThat(text.append(token(0, "a")).tokens()).hasSize(1);
        Piece held = text.append(token(1, "b E"));
        assertThat(held.text()).isEqualTo("b ");
        assertThat(held.tokens()).isEmpty();
        Piece shown = text.append(token(2, "xit"));
        assertThat(shown.text()).isEqualTo("Exit");
        assertThat(indexes(shown)).containsExactly(1, 2);
        assertThat(shown.tokensOffset()).isEqualTo(1);
    }

    @Test
    void shouldNotShowTokensOfAStop() {
        var text = new ChoiceText(List.of("END"), true);
        text.append(token(0, "a E"));
        Piece last = text.append(token(1, "ND b"));
        assertThat(last.isEmpty()).isTrue();
        assertThat(text.isStopped()).isTrue();
        assertThat(text.finish("c").isEmpty()).isTrue();
        assertThat(text.tokenCount()).isEqualTo(2);
    }

    @Test
    void shouldShowAtTheEndWhatWasHeld() {
        var text = new ChoiceText(List.of("END"), true);
        text.append(token(0, "E"));
        Piece last = text.finish("�");
        assertThat(last.text()).isEqualTo("E�");
        assertThat(indexes(last)).containsExactly(0);
    }
}
