package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.settings.ApiKey;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.boltmesh.shards.engine.FailureCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Over a real port, with a cluster that does what the test says. */
@Timeout(60)
class GatewayTest {
    private static final long WAIT_SECONDS = 30;
    private static final String CHAT =
            "{\"model\": \"tales\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]%s}";
    private static final HeldCluster CLUSTER = new HeldCluster();
    private static final ActorSystem<Void> SYSTEM =
            ActorSystem.create(
                    Behaviors.empty(),
                    "gateway-test",
                    ConfigFactory.parseString(
                                    "pekko.stdout-loglevel = OFF, pekko.loglevel = WARNING")
                            .withFallback(ConfigFactory.defaultReference()));
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static int port;

    @BeforeAll
    static void start() {
        port = start(0).port();
    }

    private static HostPort start(int port, String... keys) {
        var settings =
                new HttpSettings(
                        true,
                        new HostPort("127.0.0.1", port),
                        List.of(keys).stream().map(ApiKey::new).toList());
        return Gateway.start(SYSTEM, CLUSTER, settings, new HostNames(Set.of()));
    }

    @AfterAll
    static void stop() {
        CLIENT.close();
        SYSTEM.terminate();
    }

    @AfterEach
    void reset() {
        CLUSTER.phase = ModelPhase.READY;
        assertThat(CLUSTER.asks).isEmpty();
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .version(HttpClient.Version.HTTP_1_1);
    }

    private static HttpRequest.Builder post(String path, String body) {
        return request(path)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static CompletableFuture<HttpResponse<String>> sent(HttpRequest.Builder request) {
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HeldCluster.Ask ask() throws InterruptedException {
        HeldCluster.Ask ask = CLUSTER.asks.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(ask).as("a request within %d s", WAIT_SECONDS).isNotNull();
        return ask;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(json(response).get("error").propertyNames())
                .containsExactly("message", "type", "param", "code");
        assertThat(json(response).get("error").get("code").asString("null")).isEqualTo(code);
    }

    @Test
    void shouldTellHealthAndModels() throws Exception {
        assertThat(send(request("/health/live")).statusCode()).isEqualTo(200);
        assertThat(send(request("/health/ready")).statusCode()).isEqualTo(200);
        CLUSTER.phase = ModelPhase.WAITING;
        assertThat(send(request("/health/ready")).statusCode()).isEqualTo(503);
        JsonNode models = json(send(request("/v1/models")));
        assertThat(models.get("object").asString()).isEqualTo("list");
        assertThat(models.get("data").get(0).get("id").asString()).isEqualTo("tales");
    }

    @Test
    void shouldAnswerWhole() throws Exception {
        var response =
                sent(post("/v1/chat/completions", CHAT.formatted(", \"n\": 2, \"stop\": \"END\"")));
        HeldCluster.Ask first = ask();
        HeldCluster.Ask second = ask();
        for (HeldCluster.Ask each : List.of(second, first)) {
            each.begin();
            each.token(0, "choice " + each.request().choice());
        }
        first.token(1, " EN");
        first.token(2, "D more");
        assertThat(get(first.cancelled())).isTrue();
        second.finish();
        JsonNode reply = json(get(response));
        assertThat(reply.get("choices").get(0).get("message").get("content").asString())
                .isEqualTo("choice 0 ");
        assertThat(reply.get("choices").get(0).get("finish_reason").asString()).isEqualTo("stop");
        assertThat(reply.get("choices").get(1).get("message").get("content").asString())
                .isEqualTo("choice 1");
        assertThat(reply.get("choices").get(1).get("finish_reason").asString()).isEqualTo("length");
        assertThat(reply.get("usage").toString())
                .isEqualTo("{\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7}");
    }

    @Test
    void shouldStream() throws Exception {
        var response =
                CLIENT.sendAsync(
                        post(
                                        "/v1/completions",
                                        "{\"model\": \"tales\", \"prompt\": \"Once\", \"stream\": true, \"stream_options\": {\"include_usage\": true}}")
                                .build(),
                        HttpResponse.BodyHandlers.ofLines());
        HeldCluster.Ask ask = ask();
        ask.begin();
        HttpResponse<Stream<String>> head = get(response);
        assertThat(head.headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/event-stream");
        ask.token(0, " upon");
        var lines = head.body().filter(line -> !line.isEmpty()).iterator();
        assertThat(lines.next()).startsWith("data: {").contains("\"text\":\" upon\"");
        ask.finish();
        assertThat(lines.next()).contains("\"finish_reason\":\"length\"");
        assertThat(lines.next()).contains("\"choices\":[]", "\"completion_tokens\":1");
        assertThat(lines.next()).isEqualTo("data: [DONE]");
        assertThat(lines.hasNext()).isFalse();
    }

    @Test
    void shouldTellAFaultInMidStream() throws Exception {
        var response = sent(post("/v1/chat/completions", CHAT.formatted(", \"stream\": true")));
        HeldCluster.Ask ask = ask();
        ask.begin();
        ask.token(0, "a");
        ask.listener().accept(new AnswerEvent.Failed(FailureCode.LOST, "gone"));
        String body = get(response).body();
        assertThat(body)
                .contains("\"content\":\"a\"")
                .contains("data: {\"error\":{\"message\":\"gone\"");
        assertThat(body).endsWith("data: [DONE]\n\n");
    }

    @Test
    void shouldRefuseWithFittingCodes() throws Exception {
        String chat = "/v1/chat/completions";
        assertError(send(post(chat, "{")), 400, "invalid_json");
        assertError(send(post(chat, CHAT.formatted(", \"n\": 0"))), 400, "null");
        assertError(
                send(post(chat, CHAT.formatted("").replace("tales", "no"))),
                404,
                "model_not_found");
        var loading = send(post(chat, CHAT.formatted("").replace("tales", "slow")));
        assertError(loading, 503, "model_loading");
        assertThat(loading.headers().firstValue("Retry-After")).isPresent();
        assertError(send(request("/v2")), 404, "unknown_route");
        assertError(send(request(chat)), 405, "method_not_allowed");
        assertError(
                send(post(chat, "x".repeat(RequestHandler.BODY_MAX_BYTES + 1))),
                413,
                "body_too_large");
        assertError(
                send(request(chat).POST(HttpRequest.BodyPublishers.ofString("{}"))),
                415,
                "not_json");
        assertError(
                send(request("/v1/models").header("Origin", "http://evil.example")),
                403,
                "foreign_origin");
    }

    @Test
    void shouldRefuseAForeignHost() throws Exception {
        assertThat(
                        raw(
                                "GET /v1/models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ")
                .contains("foreign_host");
    }

    @Test
    void shouldSayWhenTheQueueIsFull() throws Exception {
        for (String stream : List.of("", ", \"stream\": true")) {
            var response = sent(post("/v1/chat/completions", CHAT.formatted(stream)));
            ask().listener().accept(new AnswerEvent.Failed(FailureCode.QUEUE_FULL, "full"));
            assertError(get(response), 429, "queue_full");
            assertThat(get(response).headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void shouldWantAKeyWhereThereAreSome() throws Exception {
        int open = port;
        port = start(0, "the-first-of-all-keys", "the-second-of-all-keys").port();
        try {
            assertThat(send(request("/health/live")).statusCode()).isEqualTo(200);
            assertError(send(request("/v1/models")), 401, "invalid_api_key");
            assertError(
                    send(request("/v1/models").header("Authorization", "Bearer the-third")),
                    401,
                    "invalid_api_key");
            assertThat(
                            send(request("/v1/models")
                                            .header(
                                                    "Authorization",
                                                    "Bearer the-second-of-all-keys"))
                                    .statusCode())
                    .isEqualTo(200);
        } finally {
            port = open;
        }
    }

    @Test
    void shouldSayThatItsPortIsInUse() {
        assertThatThrownBy(() -> start(port))
                .isInstanceOf(GatewayException.class)
                .hasMessageStartingWith("port " + port + " of 127.0.0.1 is in use");
    }

    private static String rawPost(String body) {
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    private static Socket connected(String request) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = connected(request);
                InputStream in = socket.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldAnswerOnAConnectionThatIsToBeClosed() throws Exception {
        try (Socket socket = connected(rawPost(CHAT.formatted("")))) {
            HeldCluster.Ask ask = ask();
            ask.begin();
            assertThat(ask.cancelled()).isNotDone();
            ask.token(0, "Hello");
            ask.finish();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Hello");
        }
    }

    @Test
    void shouldCancelWhenTheClientHangsUp() throws Exception {
        for (String stream : List.of("", ", \"stream\": true")) {
            for (boolean hasBegun : List.of(false, true)) {
                Socket socket = connected(rawPost(CHAT.formatted(stream)));
                HeldCluster.Ask ask = ask();
                if (hasBegun) {
                    ask.begin();
                    ask.token(0, "Hello");
                }
                socket.close();
                assertThat(get(ask.cancelled())).isTrue();
            }
        }
    }

    @Test
    void shouldCancelForAReaderThatTakesNothing() throws Exception {
        try (Socket socket = connected(rawPost(CHAT.formatted(", \"stream\": true")))) {
            HeldCluster.Ask ask = ask();
            ask.begin();
            String text = "word ".repeat(200);
            int index = 0;
            for (; index < 100 * EventStream.EVENTS_MAX && !ask.cancelled().isDone(); index++) {
                ask.token(index, text);
            }
            assertThat(ask.cancelled()).isDone();
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).contains("slow_reader");
            assertThat(all.substring(all.length() - 40)).contains("data: [DONE]");
        }
    }
}
