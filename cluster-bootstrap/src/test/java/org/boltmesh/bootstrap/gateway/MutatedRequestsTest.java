package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Ten thousand requests with something wrong: none costs the node anything. */
@Timeout(180)
class MutatedRequestsTest {
    private static final int REQUESTS = 10_000;
    private static final int WORKERS = 8;

    /** One in so many has bytes changed anywhere, on a connection of its own. */
    private static final int RAW_EVERY = 10;

    private static final long GROWTH_MAX_BYTES = 64L << 20;
    private static final int THREADS_MORE_MAX = WORKERS + 4;

    private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();

    @Test
    void shouldRefuseOrAnswerEach() throws Exception {
        long seed = System.nanoTime();
        System.out.println("MutatedRequestsTest: seed " + seed);
        try (var cluster = new InstantCluster();
                var gateway = new TestGateway(cluster);
                var workers = Executors.newFixedThreadPool(WORKERS)) {
            run(gateway, 50, new SplittableRandom(seed));
            int threads = TestGateway.threads().size();
            long usedBytes = usedBytes();
            var seeds = new SplittableRandom(seed);
            List<Future<?>> runs = new ArrayList<>();
            for (int worker = 0; worker < WORKERS; worker++) {
                SplittableRandom random = seeds.split();
                Callable<Boolean> work =
                        () -> {
                            run(gateway, REQUESTS / WORKERS, random);
                            return true;
                        };
                runs.add(workers.submit(work));
            }
            for (Future<?> each : runs) {
                each.get();
            }
            System.out.printf(
                    "statuses %s, %d answers%n", new TreeMap<>(statuses), cluster.count());
            assertThat(statuses.getOrDefault(200, 0)).isGreaterThan(REQUESTS / 20);
            assertThat(statuses.getOrDefault(400, 0)).isGreaterThan(REQUESTS / 20);
            assertThat(gateway.ask("GET /health/live", "").status()).isEqualTo(200);
            TestGateway.await(() -> gateway.metric("boltmesh_http_connections") == 0);
            assertThat(gateway.metric("boltmesh_http_answers")).isZero();
            assertThat(TestGateway.threads()).hasSizeLessThan(threads + THREADS_MORE_MAX);
            assertThat(usedBytes() - usedBytes).isLessThan(GROWTH_MAX_BYTES);
        }
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void run(TestGateway gateway, int count, SplittableRandom random) throws IOException {
        RawHttp kept = gateway.connect();
        for (int i = 0; i < count; i++) {
            MutatedRequest request = MutatedRequest.valid(random).mutated(random);
            if (random.nextInt(RAW_EVERY) == 0) {
                raw(gateway, MutatedRequest.changed(request.notHead().bytes(), random));
                continue;
            }
            kept.send(request.bytes());
            Optional<RawHttp.Response> response = read(kept, request);
            assertThat(response).as("an answer to %s", request).isPresent();
            check(request.toString(), response.get(), request.hasBodyInResponse());
            if (response.get().isLast()) {
                kept.close();
                kept = gateway.connect();
            }
        }
        kept.close();
    }

    private static Optional<RawHttp.Response> read(RawHttp http, MutatedRequest request) {
        try {
            return http.read(request.hasBodyInResponse());
        } catch (IOException e) {
            throw new AssertionError("no answer to " + request, e);
        }
    }

    /** What it makes of it is its own affair, as long as it ends. */
    private void raw(TestGateway gateway, byte[] bytes) throws IOException {
        try (RawHttp http = gateway.connect()) {
            http.send(bytes);
            http.endOutput();
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            for (var next = http.read(true); next.isPresent(); next = http.read(true)) {
                check(text, next.get(), true);
            }
        }
    }

    private void check(String request, RawHttp.Response response, boolean hasBody) {
        statuses.merge(response.status(), 1, Integer::sum);
        String what = request + "\n→ " + response;
        assertThat(response.status()).as(what).matches(status -> status < 500 || status == 503);
        assertThat(response.body()).as(what).doesNotContain("\tat ", "Exception", "pekko", "java.");
        assertThat(response.headers()).doesNotContainKey("server");
        if (response.status() >= 400 && hasBody) {
            JsonNode error = json(what, response.body()).path("error");
            assertThat(error.propertyNames())
                    .as(what)
                    .containsExactly("message", "type", "param", "code");
        }
    }

    private static JsonNode json(String what, String body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            throw new AssertionError("no JSON: " + what, e);
        }
    }
}
