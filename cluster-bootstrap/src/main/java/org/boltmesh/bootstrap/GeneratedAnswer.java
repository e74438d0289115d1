package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;

/** An answer as it grows. */
final class GeneratedAnswer {
    private final String model;
    private final DemoScreen screen;
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> tokens = new ArrayList<>();
    private List<Integer> promptTokens = List.of();

    GeneratedAnswer(String model, DemoScreen screen) {
        this.model = model;
        this.screen = screen;
    }

    void add(AnswerEvent event) {
        switch (event) {
            case AnswerEvent.Begun begun -> promptTokens = begun.promptTokens();
            case AnswerEvent.Token token -> {
                tokens.add(token.token());
                add(token.text());
            }
            case AnswerEvent.Finished finished -> add(finished.text());
            case AnswerEvent.Failed _ -> {}
        }
    }

    private void add(String piece) {
        text.append(piece);
        screen.print(piece);
    }

    String text() {
        return text.toString();
    }

    List<Integer> tokens() {
        return List.copyOf(tokens);
    }

    List<Integer> promptTokens() {
        return promptTokens;
    }

    /** The fields of {@code --json}, in order. */
    Map<String, Object> json(AnswerEvent.Finished end) {
        GenerationTimes times = end.times();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("model", model);
        fields.put("text", text.toString());
        fields.put("token_ids", tokens);
        fields.put("prompt_token_ids", promptTokens);
        fields.put("finish_reason", StateJson.word(end.reason()));
        fields.put("prefill_tokens_per_second", times.prefillTokensPerSecond());
        fields.put("decode_tokens_per_second", times.decodedTokensPerSecond());
        fields.put("recoveries", end.recoveries());
        return fields;
    }

    /** The line under the text. */
    String speeds(AnswerEvent.Finished end) {
        GenerationTimes times = end.times();
        return String.format(
                Locale.ROOT,
                "[prompt: %d tokens, %.0f tokens/s; answer: %d tokens%s, %.1f tokens/s; recoveries: %d]%n",
                promptTokens.size(),
                times.prefillTokensPerSecond(),
                tokens.size(),
                end.reason() == FinishReason.LENGTH ? " (cut, see --max-tokens)" : "",
                times.decodedTokensPerSecond(),
                end.recoveries());
    }
}
