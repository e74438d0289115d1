package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.actors.coordinator.SpelledLogprob;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;

class ReplyWriterTest {
    private static ReplyWriter writer(Shape shape, int topLogprobs, boolean includeUsage) {
        var request =
                new AnswerRequest("m", new Prompt.Text("p"), SamplingOptions.greedy(), 1, 0, true);
        var call =
                new CompletionCall(
                        shape, List.of(request), 1, List.of(), topLogprobs, true, includeUsage);
        return new ReplyWriter(call, "x", 7);
    }

    private static Piece piece() {
        var logprobs =
                List.of(
                        new SpelledLogprob(5, -1, "c3a9"),
                        new SpelledLogprob(6, -0.5, "20f09f"),
                        new SpelledLogprob(5, -1, "c3a9"),
                        new SpelledLogprob(9, -2, ""));
        return new Piece("é", 3, List.of(new AnswerEvent.Token(0, 5, "é", logprobs)));
    }

    @Test
    void shouldWriteAChatInPieces() {
        ReplyWriter writer = writer(Shape.CHAT, -1, true);
        String head =
                "{\"id\":\"chatcmpl-x\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"m\",\"choices\":[";
        assertThat(writer.opening(0).map(Object::toString))
                .isEqualTo(
                        Optional.of(
                                head
                                        + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}],\"usage\":null}"));
        assertThat(writer.grown(0, piece()).toString())
                .isEqualTo(
                        head
                                + "{\"index\":0,\"delta\":{\"content\":\"é\"},\"finish_reason\":null}],\"usage\":null}");
        assertThat(writer.ended(0, "stop").toString())
                .isEqualTo(
                        head
                                + "{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}");
        assertThat(writer.usage(new Usage(3, 2)).toString())
                .isEqualTo(
                        head
                                + "],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}");
    }

    @Test
    void shouldWriteLogprobs() {
        assertThat(writer(Shape.CHAT, 3, false).grown(0, piece()).toString())
                .contains(
                        "\"logprobs\":{\"content\":[{\"token\":\"é\",\"logprob\":-1.0,\"bytes\":[195,169],\"top_logprobs\":["
                                + "{\"token\":\" \\\\xf0\\\\x9f\",\"logprob\":-0.5,\"bytes\":[32,240,159]},"
                                + "{\"token\":\"é\",\"logprob\":-1.0,\"bytes\":[195,169]},"
                                + "{\"token\":\"token_id:9\",\"logprob\":-2.0,\"bytes\":[]}]}]}");
        assertThat(writer(Shape.TEXT, 1, false).grown(0, piece()).toString())
                .contains(
                        "\"logprobs\":{\"tokens\":[\"é\"],\"token_logprobs\":[-1.0],"
                                + "\"top_logprobs\":[{\"bytes: \\\\xf0\\\\x9f\":-0.5}],\"text_offset\":[3]}");
    }

    @Test
    void shouldWriteWholeReplies() {
        var choices = List.of(new ReplyWriter.Choice("Hi", List.of(), "length"));
        assertThat(writer(Shape.CHAT, -1, false).whole(choices, new Usage(1, 2)).toString())
                .isEqualTo(
                        "{\"id\":\"chatcmpl-x\",\"object\":\"chat.completion\",\"created\":7,\"model\":\"m\",\"choices\":["
                                + "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},\"logprobs\":null,\"finish_reason\":\"length\"}],"
                                + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2,\"total_tokens\":3}}");
        assertThat(writer(Shape.TEXT, -1, false).whole(choices, new Usage(1, 2)).toString())
                .startsWith("{\"id\":\"cmpl-x\",\"object\":\"text_completion\"")
                .contains(
                        "{\"index\":0,\"text\":\"Hi\",\"logprobs\":null,\"finish_reason\":\"length\"}");
    }

    @Test
    void shouldWriteErrors() {
        assertThat(ReplyWriter.error(Refusal.of(FailureCode.QUEUE_FULL, "full")).toString())
                .isEqualTo(
                        "{\"error\":{\"message\":\"full\",\"type\":\"rate_limit_error\",\"param\":null,\"code\":\"queue_full\"}}");
    }
}
