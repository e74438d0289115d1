package org.boltmesh.actors.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {
    private static String problem(Prompt prompt, int answeredCount) {
        var request = new AnswerRequest("m", prompt, SamplingOptions.greedy(), 9, 0, true);
        return RequestLimits.problem(request, answeredCount).orElse("");
    }

    @Test
    void shouldTakeWhatFitsAMessage() {
        assertThat(problem(new Prompt.Text("a".repeat(122_880)), 0)).isEmpty();
        assertThat(problem(new Prompt.Tokens(Collections.nCopies(50_000, 1)), 0)).isEmpty();
    }

    @Test
    void shouldCountBytesOfTextsTokensAndAnswers() {
        assertThat(problem(new Prompt.Text("é".repeat(61_441)), 0))
                .isEqualTo("a text of the prompt has 122,882 bytes, want at most 122,880");
        assertThat(problem(new Prompt.Tokens(Collections.nCopies(50_000, 1)), 2_000))
                .isEqualTo("prompt and answer so far take 208,000 bytes, want at most 204,800");
        var message = new ChatMessage("user", "a".repeat(110_000));
        assertThat(problem(new Prompt.Chat(List.of(message, message)), 0)).contains("220,000");
    }
}
