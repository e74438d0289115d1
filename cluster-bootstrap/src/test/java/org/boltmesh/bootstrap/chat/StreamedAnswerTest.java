package org.boltmesh.bootstrap.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StreamedAnswerTest {
    private final StringBuilder text = new StringBuilder();

    private ChatReply reply(String... lines) {
        var answer = new StreamedAnswer(text::append);
        List.of(lines).forEach(answer::line);
        return answer.reply();
    }

    @Test
    void shouldReadPiecesEndAndUsage() {
        assertThat(
                        reply(
                                ": still here",
                                "",
                                "data: {\"choices\": [{\"delta\": {\"role\": \"assistant\", \"content\": \"\"}, \"finish_reason\": null}]}",
                                "data: {\"choices\": [{\"delta\": {\"content\": \"Hi\"}, \"finish_reason\": null}], \"usage\": null}",
                                "data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"length\"}]}",
                                "data: {\"choices\": [], \"usage\": {\"completion_tokens\": 7}}",
                                "data: [DONE]"))
                .isEqualTo(new ChatReply.Complete(7, true));
        assertThat(text).hasToString("Hi");
    }

    @Test
    void shouldTellWhatBrokeIt() {
        assertThat(
                        reply(
                                "data: {\"choices\": [{\"delta\": {\"content\": \"H\"}, \"finish_reason\": null}]}",
                                "data: {\"error\": {\"message\": \"the node is stopping\"}}",
                                "data: [DONE]"))
                .isEqualTo(new ChatReply.Failed("the node is stopping"));
    }

    @Test
    void shouldNotTakeASilentEndForAWholeAnswer() {
        assertThat(
                        reply(
                                "data: {\"choices\": [{\"delta\": {\"content\": \"H\"}, \"finish_reason\": null}]}"))
                .isEqualTo(new ChatReply.Failed("the node hung up before the answer's end"));
    }
}
