package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** What never becomes a request is answered in the same shape as other errors. */
@Timeout(60)
class BadHttpTest {
    private static final String HOST = "Host: localhost\r\n";
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = new TestGateway(new HeldCluster());
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
    }

    private static Arguments bad(String request, int status) {
        return Arguments.of(request, status);
    }

    private static String post(String headers, String body) {
        return "POST /v1/completions HTTP/1.1\r\n"
                + HOST
                + "Content-Type: application/json\r\n"
                + headers
                + "\r\n"
                + body;
    }

    static Stream<Arguments> badRequests() {
        return Stream.of(
                bad("\u0016\u0003\u0001 hello TLS\r\n\r\n", 400),
                bad("GET /health/live\r\n\r\n", 400),
                bad("BREW /pot HTTP/1.1\r\n" + HOST + "\r\n", 400),
                bad("GET /health/live HTTP/3.7\r\n" + HOST + "\r\n", 400),
                bad("GET /health/live HTTP/1.1\r\n\r\n", 400),
                bad("GET /health/live HTTP/1.1\r\nHost: a b c\r\n\r\n", 400),
                bad("GET /%zz HTTP/1.1\r\n" + HOST + "\r\n", 400),
                bad("GET /" + "a".repeat(5000) + " HTTP/1.1\r\n" + HOST + "\r\n", 414),
                bad("GET / HTTP/1.1\r\n" + HOST + "X: " + "y".repeat(20_000) + "\r\n\r\n", 431),
                bad("GET / HTTP/1.1\r\n" + HOST + "X: y\r\n".repeat(200) + "\r\n", 400),
                bad("GET / HTTP/1.1\r\n" + HOST + "Bad Name: y\r\n\r\n", 400),
                bad(post("Content-Length: many\r\n", "{}"), 400),
                bad(post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), 400),
                bad(post("Content-Length: 99999999999999999999\r\n", "{}"), 400),
                bad(post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"), 400),
                bad(post("Transfer-Encoding: chunked\r\n", "2\r\n{}garbage\r\n"), 400),
                bad(post("Transfer-Encoding: gzip\r\n", "{}"), 400));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("badRequests")
    void shouldAnswerInTheSameShape(String request, int status) throws Exception {
        try (RawHttp http = gateway.connect()) {
            http.send(request);
            RawHttp.Response response = http.read(true).orElseThrow();
            assertThat(response.status()).as(response.toString()).isEqualTo(status);
            assertThat(response.headers()).doesNotContainKey("server");
            assertThat(response.headers().get("content-type")).isEqualTo("application/json");
            assertThat(response.body()).doesNotContainIgnoringCase("pekko").doesNotContain("\tat ");
            var error = JsonMapper.shared().readTree(response.body()).get("error");
            assertThat(error.propertyNames()).containsExactly("message", "type", "param", "code");
        }
    }
}
