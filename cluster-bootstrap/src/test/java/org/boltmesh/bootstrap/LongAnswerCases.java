package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.bootstrap.GatewayGoldens.Golden;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers as long as the model's context: by HTTP whole and in pieces, and by the node itself. */
abstract class LongAnswerCases {
    private static final Golden CHAT = GatewayGoldens.chat();

    /** All tokens that end a text or a turn. */
    private static final List<Integer> ENDS = List.of(1021, 1022, 1023);

    private static final int BANNED = -100;
    private static final int TOKENS = 480;

    private final GatewayNode node;

    @TempDir Path folder;

    LongAnswerCases(GatewayNode node) {
        this.node = node;
    }

    /** Lets an answer go on to its limit. */
    static void banEnds(ObjectNode body) {
        ObjectNode bias = body.putObject("logit_bias");
        ENDS.forEach(token -> bias.put(Integer.toString(token), BANNED));
    }

    private static ObjectNode body() {
        ObjectNode body = CHAT.body().put("max_tokens", TOKENS).put("logprobs", true);
        banEnds(body);
        return body;
    }

    private String sent(ObjectNode body) throws Exception {
        return node.send(node.post("/chat/completions", body)).body();
    }

    @Test
    void shouldStreamWhatItGivesWhole() throws Exception {
        JsonNode whole = JsonMapper.shared().readTree(sent(body()));
        String text = EventLines.text(whole);
        assertThat(text).startsWith(CHAT.text());
        assertThat(EventLines.tokens(whole)).hasSize(TOKENS);
        EventLines streamed = EventLines.of(sent(body().put("stream", true)));
        assertThat(streamed.text()).isEqualTo(text);
        assertThat(streamed.tokens()).isEqualTo(EventLines.tokens(whole));
        assertThat(String.join("", streamed.tokens())).isEqualTo(text);
        assertThat(ofTheNode()).isEqualTo(text);
    }

    /** Without HTTP, as commands ask for it. */
    private String ofTheNode() throws InterruptedException {
        var options =
                SamplingOptions.builder()
                        .temperature(0)
                        .logitBias(
                                ENDS.stream()
                                        .collect(
                                                Collectors.toMap(
                                                        token -> token, _ -> (float) BANNED)))
                        .build();
        var prompt = new Prompt.Chat(List.of(new ChatMessage("user", CHAT.prompt())));
        var request = new AnswerRequest(GatewayNode.MODEL, prompt, options, TOKENS, 0, true);
        var text = new StringBuilder();
        try (ControlClient client = ControlClient.connect(node.dataFolder())) {
            AnswerEvent last =
                    client.answer(
                            request,
                            event -> {
                                if (event instanceof AnswerEvent.Token token) {
                                    text.append(token.text());
                                }
                            });
            assertThat(last).isInstanceOf(AnswerEvent.Finished.class);
            return text + ((AnswerEvent.Finished) last).text();
        }
    }

    @Test
    void shouldGiveWhatTheCommandGives() throws Exception {
        ObjectNode body = GatewayNode.chat(CHAT.prompt()).put("temperature", 0);
        String text = EventLines.of(sent(body.put("stream", true))).text();
        assertThat(text.length()).isGreaterThan(CHAT.text().length());
        try (var command =
                NodeJarProcess.start(
                        folder,
                        folder.resolve("home"),
                        Map.of("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1"),
                        "generate",
                        GatewayNode.MODEL,
                        "--chat",
                        CHAT.prompt(),
                        "--max-tokens",
                        Integer.toString(TOKENS),
                        "--data-folder",
                        node.dataFolder().toString(),
                        "--json")) {
            assertThat(command.exitCode()).as(command.err()).isZero();
            JsonNode said = JsonMapper.shared().readTree(command.out());
            assertThat(said.get("text").asString()).isEqualTo(text);
        }
    }
}
