package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.boltmesh.bootstrap.GatewayGoldens.Golden;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls that Open WebUI makes, and how it reads the replies. Written after its {@code
 * backend/open_webui/routers/openai.py} (models, verification, chats), {@code routers/tasks.py}
 * (titles and tags), {@code utils/payload.py} and {@code utils/middleware.py} (which fields stay in
 * a body, how chunks are read).
 */
abstract class OpenWebUiCases {
    private static final Golden CHAT = GatewayGoldens.chat();

    /** The library that it makes calls with. */
    private static final String AGENT = "Python/3.11 aiohttp/3.12.15";

    private final GatewayNode node;

    OpenWebUiCases(GatewayNode node) {
        this.node = node;
    }

    /** With a user's headers, which it forwards where ENABLE_FORWARD_USER_INFO_HEADERS is set. */
    private static HttpRequest.Builder asOpenWebUi(HttpRequest.Builder request) {
        return request.header("Accept", "*/*")
                .header("Accept-Encoding", "gzip, deflate, br, zstd")
                .header("User-Agent", AGENT)
                .header("X-OpenWebUI-User-Name", "Ada%20Example")
                .header("X-OpenWebUI-User-Id", "6a1e2a54-5c27-4f3b-a0de-1c0f5d9b8a11")
                .header("X-OpenWebUI-User-Email", "ada@example.org")
                .header("X-OpenWebUI-User-Role", "admin")
                .header("X-OpenWebUI-Chat-Id", "0f0e6fd8-1b4c-4e86-a0de-0c0f5d9b8a12");
    }

    private HttpResponse<String> models(HttpRequest.Builder request) throws Exception {
        return node.send(asOpenWebUi(request).GET());
    }

    private static JsonNode json(String body) {
        return JsonMapper.shared().readTree(body);
    }

    /** As a user's chat arrives: parameters of the model, and fields that only it knows. */
    private static ObjectNode streamed(Golden golden) {
        ObjectNode body = golden.body().put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        body.put("top_p", 1.0).put("frequency_penalty", 0).put("seed", 0);
        body.putArray("stop").add("<|never|>");
        body.putArray("tools");
        body.putArray("files");
        body.putArray("tool_ids");
        body.putArray("tool_servers");
        body.putObject("params");
        body.putObject("features").put("web_search", false).put("memory", false);
        body.putObject("variables").put("{{USER_NAME}}", "Ada");
        body.putObject("model_item").put("id", GatewayNode.MODEL).put("owned_by", "openai");
        body.putObject("background_tasks").put("title_generation", true);
        body.put("chat_id", "0f0e6fd8").put("session_id", "bS3mJf").put("id", "c1a2");
        body.putNull("parent_id");
        body.putObject("user").put("name", "Ada").put("role", "admin");
        body.putObject("reasoning").put("effort", "medium");
        return body;
    }

    @Test
    void shouldListModelsForTheMenu() throws Exception {
        for (HttpRequest.Builder request :
                List.of(
                        node.request("/models"),
                        // What an administrator's page and the check of a connection send.
                        node.request("/models").header("Content-Type", "application/json"))) {
            HttpResponse<String> response = models(request);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElse(""))
                    .startsWith("application/json");
            JsonNode data = json(response.body()).get("data");
            assertThat(data.isArray()).isTrue();
            assertThat(data.valueStream().map(each -> each.get("id").asString()))
                    .containsExactly(GatewayNode.MODEL);
        }
    }

    /** Its message is shown to whoever enters a wrong key or address. */
    @Test
    void shouldTellWhatIsWrongWithAConnection() throws Exception {
        var withoutKey =
                HttpRequest.newBuilder(node.request("/models").build().uri())
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer ");
        assertError(models(withoutKey), 401, "Authorization: Bearer KEY");
        var withoutVersion =
                HttpRequest.newBuilder(URI.create(node.baseUrl().replace("/v1", "/models")))
                        .header("Authorization", "Bearer " + GatewayNode.KEY);
        assertError(models(withoutVersion), 404, "there is no /models");
        assertError(models(node.request("//models")), 404, "/v1//models");
    }

    private static void assertError(HttpResponse<String> response, int status, String words) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/json");
        assertThat(json(response.body()).get("error").get("message").asString()).contains(words);
    }

    @Test
    void shouldStreamAChat() throws Exception {
        HttpResponse<Stream<String>> response =
                node.send(
                        asOpenWebUi(node.post("/chat/completions", streamed(CHAT))),
                        HttpResponse.BodyHandlers.ofLines());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .contains("text/event-stream");
        var shown = new Shown();
        response.body().forEach(shown::take);
        assertThat(shown.content.toString()).isEqualTo(CHAT.text());
        assertThat(shown.done).isTrue();
        assertThat(shown.errors).isEmpty();
        JsonNode usage = shown.usage.orElseThrow();
        assertThat(usage.get("prompt_tokens").asInt()).isEqualTo(CHAT.promptTokens());
        assertThat(usage.get("completion_tokens").asInt()).isEqualTo(CHAT.tokens());
    }

    /** What the middleware makes of a stream's lines. */
    private static final class Shown {
        private final StringBuilder content = new StringBuilder();
        private final List<String> errors = new ArrayList<>();
        private Optional<JsonNode> usage = Optional.empty();
        private boolean done;

        private void take(String line) {
            if (!line.startsWith("data:")) {
                return;
            }
            try {
                read(json(line.substring("data:".length()).strip()));
            } catch (JacksonException _) {
                // The end is no JSON, and the only line that may be none.
                assertThat(line).contains("data: [DONE]");
                done = true;
            }
        }

        private void read(JsonNode chunk) {
            assertThat(done).isFalse();
            if (chunk.hasNonNull("usage")) {
                usage = Optional.of(chunk.get("usage"));
            }
            if (chunk.has("error")) {
                errors.add(chunk.get("error").get("message").asString());
            }
            if (chunk.path("choices").isEmpty()) {
                return;
            }
            JsonNode delta = chunk.get("choices").get(0).get("delta");
            assertThat(delta.isObject()).isTrue();
            content.append(delta.path("content").asString(""));
        }
    }

    /** Titles and tags are asked for whole, with a limit that is larger than the context. */
    @Test
    void shouldAnswerTheTasksAfterAChat() throws Exception {
        String task =
                "### Task:\nWrite a title of 3-5 words for the chat.\n### Output:\nJSON format: { \"title\": \"your title\" }";
        ObjectNode body = GatewayNode.chat(task).put("stream", false).put("max_tokens", 1000);
        HttpResponse<String> response =
                node.send(asOpenWebUi(node.post("/chat/completions", body)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode choice = json(response.body()).get("choices").get(0);
        assertThat(choice.get("message").get("content").isString()).isTrue();
        assertThat(json(response.body()).get("usage").get("total_tokens").asInt()).isPositive();
    }

    /** It reads a stream wherever the type says so, and so an error must be no stream. */
    @Test
    void shouldTellErrorsOfChatsAsJson() throws Exception {
        ObjectNode unknown = streamed(CHAT).put("model", "gone");
        assertError(
                node.send(asOpenWebUi(node.post("/chat/completions", unknown))),
                404,
                "no model \"gone\"");
        ObjectNode image = streamed(CHAT);
        ObjectNode part =
                ((ObjectNode) image.get("messages").get(0)).putArray("content").addObject();
        part.put("type", "image_url").putObject("image_url").put("url", "data:image/png;base64,AA");
        assertError(
                node.send(asOpenWebUi(node.post("/chat/completions", image))),
                400,
                "messages[0].content");
    }

    @Test
    void shouldEndAnswersThatAUserStops() throws Exception {
        for (int chat = 0; chat < 2 * GatewayNode.SEQUENCES; chat++) {
            readALittle();
        }
        HttpResponse<String> next = node.send(node.post("/chat/completions", CHAT.body()));
        assertThat(next.statusCode()).as(next.body()).isEqualTo(200);
        assertThat(EventLines.text(json(next.body()))).isEqualTo(CHAT.text());
    }

    private void readALittle() throws IOException, InterruptedException {
        try (Stream<String> lines =
                node.send(
                                asOpenWebUi(node.post("/chat/completions", streamed(CHAT))),
                                HttpResponse.BodyHandlers.ofLines())
                        .body()) {
            assertThat(lines.filter(line -> line.contains("\"content\":\"")).limit(3)).hasSize(3);
        }
    }
}
