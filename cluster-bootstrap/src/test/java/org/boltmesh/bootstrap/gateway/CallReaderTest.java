package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallReaderTest {
    private static final String CHAT =
            """
            {"model": "tales", "messages": [
              {"role": "developer", "content": "Be short."},
              {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": " there"}]},
              {"role": "assistant", "content": null}],
             "stream": true, "stream_options": {"include_usage": true}, "max_tokens": 3,
             "max_completion_tokens": 7, "temperature": 0.5, "top_p": 0.9, "seed": -4, "n": 2,
             "stop": ["END", "\\n"], "logprobs": true, "top_logprobs": 2, "logit_bias": {"5": -100, "6": 1.5},
             "frequency_penalty": 0.25, "presence_penalty": -2, "tools": [], "tool_choice": "none",
             "response_format": {"type": "text"}, "suffix": null, "user": "me", "never_heard": {"of": [1]}}
            """;

    private static CompletionCall read(Shape shape, String body) {
        return CallReader.read(shape, body.getBytes(StandardCharsets.UTF_8), new Random(1));
    }

    private static Refusal refusal(Shape shape, String body) {
        RefusalException refused =
                catchThrowableOfType(RefusalException.class, () -> read(shape, body));
        assertThat(refused).as(body).isNotNull();
        return refused.refusal();
    }

    @Test
    void shouldReadAChat() {
        CompletionCall call = read(Shape.CHAT, CHAT);
        assertThat(call.model()).isEqualTo("tales");
        assertThat(call.stream()).isTrue();
        assertThat(call.includeUsage()).isTrue();
        assertThat(call.stops()).containsExactly("END", "\n");
        assertThat(call.topLogprobs()).isEqualTo(2);
        assertThat(call.requests()).extracting(AnswerRequest::choice).containsExactly(0, 1);
        AnswerRequest request = call.requests().getFirst();
        assertThat(request.maxTokens()).isEqualTo(7);
        assertThat(request.prompt())
                .isEqualTo(
                        new Prompt.Chat(
                                List.of(
                                        new ChatMessage("system", "Be short."),
                                        new ChatMessage("user", "Hi there"),
                                        new ChatMessage("assistant", ""))));
        assertThat(request.sampling().temperature()).isEqualTo(0.5);
        assertThat(request.sampling().seed()).isEqualTo(-4);
        assertThat(request.sampling().logprobs()).isEqualTo(2);
        assertThat(request.sampling().logitBias()).isEqualTo(Map.of(5, -100f, 6, 1.5f));
        assertThat(request.sampling().presencePenalty()).isEqualTo(-2);
    }

    @Test
    void shouldReadCompletionsOfAllKindsOfPrompts() {
        CompletionCall one = read(Shape.TEXT, "{\"model\": \"m\", \"prompt\": \"Once\"}");
        assertThat(one.requests()).hasSize(1);
        assertThat(one.requests().getFirst().maxTokens()).isEqualTo(16);
        assertThat(one.requests().getFirst().prompt()).isEqualTo(new Prompt.Text("Once"));
        assertThat(one.reportTokens()).isFalse();
        CompletionCall four =
                read(
                        Shape.TEXT,
                        "{\"model\": \"m\", \"prompt\": [\"a\", [1, 2]], \"n\": 2, \"logprobs\": 0, \"stop\": \"x\"}");
        assertThat(four.requests())
                .extracting(AnswerRequest::prompt)
                .containsExactly(
                        new Prompt.Text("a"),
                        new Prompt.Text("a"),
                        new Prompt.Tokens(List.of(1, 2)),
                        new Prompt.Tokens(List.of(1, 2)));
        assertThat(four.requests()).extracting(AnswerRequest::choice).containsExactly(0, 1, 0, 1);
        assertThat(four.reportTokens()).isTrue();
        assertThat(four.requests().getFirst().sampling().logprobs()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "temperature|\"hot\"",
                "temperature|-1",
                "temperature|1e999",
                "top_p|0",
                "max_tokens|0",
                "max_tokens|1.5",
                "n|9",
                "n|0",
                "seed|1.5",
                "stop|\"\"",
                "stop|[1]",
                "stream|\"yes\"",
                "stream_options|{}",
                "top_logprobs|3",
                "logit_bias|[]",
                "logit_bias|{\"x\": 1}",
                "logit_bias|{\"1\": 101}",
                "frequency_penalty|2.5",
                "tools|[{\"type\": \"function\"}]",
                "tool_choice|\"required\"",
                "response_format|{\"type\": \"json_object\"}",
                "reasoning_effort|\"high\"",
                "suffix|\"the end\"",
                "echo|true",
                "best_of|2",
                "messages|[]",
                "messages|\"Hi\"",
                "model|7"
            })
    void shouldRefuseByName(String field, String value) {
        String rest =
                field.equals("messages")
                        ? "\"model\": \"m\""
                        : field.equals("model")
                                ? "\"messages\": [{\"role\": \"user\", \"content\": \"\"}]"
                                : "\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": \"\"}]";
        Refusal refusal = refusal(Shape.CHAT, "{%s, \"%s\": %s}".formatted(rest, field, value));
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.param()).hasValue(field);
        assertThat(refusal.message()).contains(field);
    }

    @Test
    void shouldRefuseWhatIsMissingOrNoObject() {
        assertThat(refusal(Shape.CHAT, "{}").param()).hasValue("model");
        assertThat(refusal(Shape.CHAT, "{\"model\": \"m\"}").param()).hasValue("messages");
        assertThat(refusal(Shape.TEXT, "{\"model\": \"m\"}").param()).hasValue("prompt");
        for (String body : List.of("", "[]", "null", "{", "{\"a\": 1} {}", "[".repeat(100_000))) {
            assertThat(refusal(Shape.CHAT, body).code()).hasValue("invalid_json");
        }
        String image =
                "{\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\"}]}]}";
        assertThat(refusal(Shape.CHAT, image).param()).hasValue("messages[0].content");
    }

    @Test
    void shouldNeverThrowButARefusal() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 2_000; round++) {
            byte[] body = mutated(random);
            Shape shape = random.nextBoolean() ? Shape.CHAT : Shape.TEXT;
            try {
                assertThat(CallReader.read(shape, body, random).requests()).isNotEmpty();
            } catch (RefusalException e) {
                refused++;
                assertThat(e.refusal().status()).isEqualTo(400);
            }
        }
        assertThat(refused).isPositive();
    }

    private static byte[] mutated(Random random) {
        String[] values = {
            "null",
            "[]",
            "{}",
            "-1",
            "1e999999999",
            "9".repeat(500),
            "\"\\udc00\"",
            "true",
            "0.1",
            "[[1]]"
        };
        String text =
                CHAT.replace("\"messages\"", random.nextBoolean() ? "\"messages\"" : "\"prompt\"");
        for (int count = random.nextInt(4); count >= 0; count--) {
            int colon = text.indexOf(':', random.nextInt(text.length()));
            if (colon >= 0) {
                int end = Math.min(text.length(), colon + 1 + random.nextInt(12));
                text =
                        text.substring(0, colon + 1)
                                + values[random.nextInt(values.length)]
                                + (random.nextBoolean() ? "," : "")
                                + text.substring(end);
            }
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int count = random.nextInt(3); count > 0; count--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
