package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** The smaller routes, and the headers of all. */
@Timeout(60)
class GatewayRoutesTest {
    private static final String KEY = "a-key-of-some-length";

    private final HeldCluster cluster = new HeldCluster();
    private final TestGateway gateway = new TestGateway(cluster);

    @AfterEach
    void stop() throws Exception {
        gateway.close();
    }

    private RawHttp.Response get(String path) throws IOException {
        return gateway.ask("GET " + path, "");
    }

    @Test
    void shouldTellOfOneModel() throws Exception {
        assertThat(get("/v1/models/tales").body())
                .startsWith("{\"id\":\"tales\",\"object\":\"model\",\"created\":");
        RawHttp.Response none = get("/v1/models/none");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.body()).contains("\"param\":\"model\",\"code\":\"model_not_found\"");
        assertThat(get("/v1/models/a/b").status()).isEqualTo(404);
        assertThat(get("/v1/models/").body()).contains("unknown_route");
    }

    @Test
    void shouldServeItsOwnPagesOnlyAlsoBehindAProxyWithTls() throws Exception {
        String origin = "/v1/models HTTP/1.1\r\nOrigin: %s\r\nX:";
        assertThat(get(origin.formatted("https://localhost")).status()).isEqualTo(200);
        assertThat(get(origin.formatted("http://localhost")).status()).isEqualTo(200);
        assertThat(get(origin.formatted("https://localhost.evil")).status()).isEqualTo(403);
    }

    @Test
    void shouldDescribeItself() throws Exception {
        RawHttp.Response api = get("/openapi.json");
        assertThat(api.headers().get("content-type")).isEqualTo("application/json");
        assertThat(JsonMapper.shared().readTree(api.body()).has("paths")).isTrue();
    }

    @Test
    void shouldCountWhatItDoes() throws Exception {
        try (RawHttp http = gateway.connect()) {
            http.send(
                    TestGateway.request(
                            "POST /v1/completions", "{\"model\": \"tales\", \"prompt\": \"p\"}"));
            HeldCluster.Ask ask = cluster.asks.poll(30, TimeUnit.SECONDS);
            assertThat(ask).isNotNull();
            ask.begin();
            ask.token(0, "a");
            ask.token(1, "b");
            ask.finish();
            assertThat(http.read(true).orElseThrow().status()).isEqualTo(200);
        }
        gateway.ask("POST /v1/completions", "{\"model\": \"none\", \"prompt\": \"p\"}");
        gateway.ask("POST /v1/completions", "{\"model\": \"slow\", \"prompt\": \"p\"}");
        RawHttp.Response metrics = get("/metrics");
        assertThat(metrics.headers().get("content-type"))
                .isEqualTo("text/plain; version=0.0.4; charset=UTF-8");
        assertThat(metrics.body().lines())
                .contains(
                        "boltmesh_generated_tokens_total{model=\"tales\",node=\"node-1\"} 2.0",
                        "boltmesh_prompt_tokens_total{model=\"tales\",node=\"node-1\"} 3.0",
                        "boltmesh_requests_total{model=\"tales\",node=\"node-1\",outcome=\"answered\"} 1.0",
                        "boltmesh_requests_total{model=\"unknown\",node=\"node-1\",outcome=\"unknown_model\"} 1.0",
                        "boltmesh_requests_total{model=\"slow\",node=\"node-1\",outcome=\"unavailable\"} 1.0",
                        "boltmesh_http_responses_total{node=\"node-1\",route=\"/v1/completions\",status=\"404\"} 1.0");
    }

    @Test
    void shouldWantAKeyForAllButHealth() throws Exception {
        try (var closed = new TestGateway(cluster, GatewayTimes.USUAL, KEY)) {
            for (Route route : Route.values()) {
                String head = route.method() + " " + route.path().replace("{model}", "tales");
                int status = closed.ask(head, route.hasBody() ? "{}" : "").status();
                assertThat(status).as(head).isEqualTo(route.isOpen() ? 200 : 401);
            }
            assertThat(
                            closed.ask(
                                            "GET /metrics HTTP/1.1\r\nAuthorization: Bearer "
                                                    + KEY
                                                    + "\r\nX:",
                                            "")
                                    .status())
                    .isEqualTo(200);
        }
    }
}
