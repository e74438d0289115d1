package org.boltmesh.bootstrap.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A node anywhere, asked by HTTP as OpenAI's clients do. */
public final class HttpPeer implements ChatPeer {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int STATUS_OK = 200;

    private final URI base;
    private final Optional<String> key;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .build();
    private Optional<InputStream> asking = Optional.empty();
    private boolean cancelled;

    /**
     * A node.
     *
     * @param base as in {@code http://mac-1:8642}
     * @param key where the node wants one
     */
    public HttpPeer(URI base, Optional<String> key) {
        this.base = base;
        this.key = key;
    }

    @Override
    public List<String> models() throws InterruptedException {
        HttpResponse<InputStream> response = send(request("/v1/models").GET().build());
        try (InputStream body = response.body()) {
            JsonNode answer = JSON.readTree(body);
            if (response.statusCode() != STATUS_OK) {
                throw new ChatException(reason(answer, response.statusCode()));
            }
            List<String> names = new ArrayList<>();
            answer.path("data").forEach(model -> names.add(model.path("id").asString("")));
            return names;
        } catch (IOException | JacksonException e) {
            throw unreadable(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(base.resolve(path));
        key.ifPresent(secret -> builder.header("Authorization", "Bearer " + secret));
        return builder;
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new ChatException(
                    "no node answers at %s (%s); want a node's http.host and http.port"
                            .formatted(base, reason),
                    e);
        }
    }

    private ChatException unreadable(Exception fault) {
        return new ChatException(
                "what %s answers cannot be read (%s); is it a node?"
                        .formatted(base, fault.getMessage()),
                fault);
    }

    private static String reason(JsonNode answer, int status) {
        return answer.path("error").path("message").asString("the node answers " + status);
    }

    @Override
    public ChatReply answer(ChatAsk ask, Consumer<String> listener) throws InterruptedException {
        HttpRequest request =
                request("/v1/chat/completions")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body(ask)))
                        .build();
        HttpResponse<InputStream> response = send(request);
        begin(response.body());
        try (InputStream body = response.body()) {
            return response.statusCode() == STATUS_OK
                    ? stream(body, piece -> pass(piece, listener))
                    : new ChatReply.Failed(reason(JSON.readTree(body), response.statusCode()));
        } catch (IOException | JacksonException e) {
            if (isCancelled()) {
                return new ChatReply.Cancelled();
            }
            throw unreadable(e);
        } finally {
            end();
        }
    }

    private static String body(ChatAsk ask) {
        ObjectNode body = JSON.createObjectNode().put("model", ask.model()).put("stream", true);
        body.set("messages", JSON.valueToTree(ask.messages()));
        body.put("max_tokens", ask.maxTokens())
                .put("temperature", ask.sampling().temperature())
                .put("top_k", ask.sampling().topK())
                .put("top_p", ask.sampling().topP())
                .put("min_p", ask.sampling().minP())
                .put("seed", ask.sampling().seed());
        body.putObject("stream_options").put("include_usage", true);
        return JSON.writeValueAsString(body);
    }

    private ChatReply stream(InputStream body, Consumer<String> listener) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        var answer = new StreamedAnswer(listener);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            answer.line(line);
        }
        return isCancelled() ? new ChatReply.Cancelled() : answer.reply();
    }

    /** Lines that were read before the end may still follow. */
    private void pass(String piece, Consumer<String> listener) {
        if (!isCancelled()) {
            listener.accept(piece);
        }
    }

    private synchronized void begin(InputStream body) {
        cancelled = false;
        asking = Optional.of(body);
    }

    private synchronized void end() {
        asking = Optional.empty();
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Hangs up: the node ends an answer that nobody reads. */
    @Override
    public synchronized void cancel() {
        if (asking.isPresent()) {
            cancelled = true;
            try {
                asking.get().close();
            } catch (IOException e) {
                throw new ChatException("cannot hang up: " + e.getMessage(), e);
            }
        }
    }
}
