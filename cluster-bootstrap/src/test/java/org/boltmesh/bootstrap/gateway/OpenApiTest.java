package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The description names what there is, and nothing else. */
class OpenApiTest {
    private static final JsonNode API = JsonMapper.shared().readTree(OpenApi.TEXT);

    /** Remembers which fields were asked for. */
    private static final class Asked extends ObjectNode {
        private static final long serialVersionUID = 1L;

        private final transient Set<String> names = new TreeSet<>();

        private Asked() {
            super(JsonNodeFactory.instance);
        }

        @Override
        public @Nullable JsonNode get(String name) {
            names.add(name);
            return super.get(name);
        }
    }

    private static Set<String> described(String schema) {
        return new TreeSet<>(
                API.at("/components/schemas/" + schema + "/properties").propertyNames());
    }

    @Test
    void shouldDescribeEveryRoute() {
        assertThat(API.get("openapi").asString()).startsWith("3.1");
        assertThat(API.get("paths").propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Route.values()).map(Route::path).toList());
        for (Route route : Route.values()) {
            JsonNode path = API.get("paths").get(route.path());
            String method = route.method().toLowerCase(Locale.ROOT);
            assertThat(path.propertyNames()).containsExactly(method);
            assertThat(path.get(method).has("requestBody")).isEqualTo(route.hasBody());
            assertThat(path.get(method).has("security")).isEqualTo(route.isOpen());
        }
    }

    @Test
    void shouldResolveEveryReference() {
        for (JsonNode reference : API.findValues("$ref")) {
            assertThat(API.at(reference.asString().substring(1)).isMissingNode())
                    .as(reference.asString())
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"CHAT, ChatRequest", "TEXT, CompletionRequest"})
    void shouldDescribeEveryFieldOfACall(Shape shape, String schema) {
        var body = new Asked();
        body.put("model", "m").put("prompt", "p").put("stream", true);
        var options = new Asked();
        body.set("stream_options", options);
        var message = new Asked();
        message.put("role", "user");
        var part = new Asked();
        part.put("type", "text").put("text", "t");
        message.putArray("content").add(part);
        body.putArray("messages").add(message);
        body.put("max_tokens", 1);
        CallReader.read(shape, new JsonFields(body), new SplittableRandom(1));
        var _ = new JsonFields(body).field("max_tokens"); // where a newer one goes before it
        assertThat(body.names).isEqualTo(described(schema));
        assertThat(options.names)
                .isEqualTo(
                        new TreeSet<>(
                                API.at(
                                                "/components/schemas/%s/properties/stream_options/anyOf/0/properties"
                                                        .formatted(schema))
                                        .propertyNames()));
        if (shape == Shape.CHAT) {
            assertThat(message.names).isEqualTo(described("ChatMessage"));
            assertThat(part.names).isEqualTo(described("TextPart"));
        }
    }
}
