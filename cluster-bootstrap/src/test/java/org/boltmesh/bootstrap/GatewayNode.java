package org.boltmesh.bootstrap;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A node process with one exact model, for clients to use over HTTP. Closing it ends it. */
final class GatewayNode implements AutoCloseable {
    static final String MODEL = "tales";
    static final String KEY = "a-key-of-the-client-tests";

    /** Answers at the same time. */
    static final int SEQUENCES = 8;

    /** Requests that may wait beside those. */
    static final int QUEUE = 16;

    private static final String NODE = "n1";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern HTTP_PLACE = Pattern.compile("HTTP on 127\\.0\\.0\\.1:(\\d+)");
    private final NodeJarCluster cluster;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    private GatewayNode(NodeJarCluster cluster, int port) {
        this.cluster = cluster;
        this.port = port;
    }

    /** A node whose model answers. */
    static GatewayNode started(Path folder, ClusterGoldens model) throws IOException {
        NodeJarCluster cluster = NodeJarCluster.of(folder, 1);
        boolean started = false;
        try {
            cluster.start(NODE, keys(model));
            cluster.process(NODE).awaitErr("HTTP on ");
            var node = new GatewayNode(cluster, port(cluster.process(NODE).err()));
            NodeJarProcess.await(node::isReady);
            started = true;
            return node;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    private static String keys(ClusterGoldens model) {
        return """
        api-keys = ["%s"]
        models = [{
          name = %s
          file = "%s"
          kv-type = f32
          sequences = %d
          queue = %d
        }]
        """
                .formatted(KEY, MODEL, model.file(), SEQUENCES, QUEUE);
    }

    private static int port(String log) {
        Matcher place = HTTP_PLACE.matcher(log);
        if (!place.find()) {
            throw new IllegalStateException("no port in " + log);
        }
        return Integer.parseInt(place.group(1));
    }

    private boolean isReady() {
        return cluster.model(NODE, MODEL).map(ModelStatus::phase).stream()
                .anyMatch(ModelPhase.READY::equals);
    }

    int port() {
        return port;
    }

    /** What users give their clients. */
    String baseUrl() {
        return "http://127.0.0.1:%d/v1".formatted(port);
    }

    Path dataFolder() {
        return cluster.dataFolder(NODE);
    }

    NodeJarCluster cluster() {
        return cluster;
    }

    /** What the node has logged. */
    String log() throws IOException {
        return cluster.process(NODE).err();
    }

    /** A request below the base URL, with the key. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl() + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + KEY);
    }

    HttpRequest.Builder post(String path, JsonNode body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    }

    <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        return http.send(request.build(), body);
    }

    HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The body of a chat with one turn. */
    static ObjectNode chat(String content) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("model", MODEL);
        body.putArray("messages").addObject().put("role", "user").put("content", content);
        return body;
    }

    /** The body of a text to go on with. */
    static ObjectNode text(String prompt) {
        return JsonMapper.shared().createObjectNode().put("model", MODEL).put("prompt", prompt);
    }

    @Override
    public void close() {
        http.close();
        cluster.close();
    }
}
