package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that hang up at any time leave nothing behind. */
@Timeout(120)
class AbortedRequestsTest {
    private static final int ABORTS = 1000;
    private static final int CHOICES = 3;
    private static final int THREADS_MORE_MAX = 4;
    private static final GatewayTimes SHORT =
            new GatewayTimes(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10));

    /** How far a request has come when its client goes. */
    private enum Moment {
        IN_HEAD,
        IN_BODY,
        IN_QUEUE,
        IN_PREFILL,
        IN_ANSWER;

        boolean isAsked() {
            return compareTo(IN_QUEUE) >= 0;
        }
    }

    private final HeldCluster cluster = new HeldCluster();
    private final List<HeldCluster.Ask> asked = new ArrayList<>();

    @AfterEach
    void nothingIsLeftToAnswer() {
        assertThat(cluster.asks).allMatch(ask -> ask.cancelled().isDone());
    }

    private static String request(boolean chat, boolean stream, int choices) {
        String prompt =
                chat
                        ? "\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]"
                        : "\"prompt\": \"Once\"";
        return TestGateway.request(
                "POST /v1/" + (chat ? "chat/" : "") + "completions",
                "{\"model\": \"tales\", %s, \"stream\": %s, \"n\": %d}"
                        .formatted(prompt, stream, choices));
    }

    private void abort(TestGateway gateway, SplittableRandom random) throws Exception {
        Moment moment = Moment.values()[random.nextInt(Moment.values().length)];
        int choices = random.nextBoolean() ? 1 : CHOICES;
        String all = request(random.nextBoolean(), random.nextBoolean(), choices);
        int head = all.indexOf("\r\n\r\n");
        try (RawHttp http = gateway.connect()) {
            http.send(
                    switch (moment) {
                        case IN_HEAD -> all.substring(0, random.nextInt(head));
                        case IN_BODY ->
                                all.substring(0, random.nextInt(head + 4, all.length() - 1));
                        case IN_QUEUE, IN_PREFILL, IN_ANSWER -> all;
                    });
            for (int choice = 0; moment.isAsked() && choice < choices; choice++) {
                asked.add(bring(moment));
            }
            if (random.nextBoolean()) {
                http.reset();
            }
        }
    }

    private HeldCluster.Ask bring(Moment moment) throws InterruptedException {
        HeldCluster.Ask ask = cluster.asks.poll(30, TimeUnit.SECONDS);
        assertThat(ask).isNotNull();
        if (moment != Moment.IN_QUEUE) {
            ask.begin();
        }
        if (moment == Moment.IN_ANSWER) {
            ask.token(0, "Hello");
        }
        return ask;
    }

    private static void awaitNothingOpen(TestGateway gateway) throws InterruptedException {
        TestGateway.await(
                () ->
                        gateway.metric("boltmesh_http_connections") == 0
                                && gateway.metric("boltmesh_http_answers") == 0);
    }

    @Test
    void shouldLeaveNoSequenceConnectionActorOrThread() throws Exception {
        long seed = System.nanoTime();
        System.out.println("AbortedRequestsTest: seed " + seed);
        var random = new SplittableRandom(seed);
        try (var gateway = new TestGateway(cluster)) {
            abort(gateway, random);
            awaitNothingOpen(gateway);
            int actors = gateway.actorCount();
            int threads = TestGateway.threads().size();
            for (int i = 1; i < ABORTS; i++) {
                abort(gateway, random);
            }
            for (HeldCluster.Ask ask : asked) {
                assertThat(ask.cancelled().get(30, TimeUnit.SECONDS)).isTrue();
            }
            awaitNothingOpen(gateway);
            TestGateway.await(() -> gateway.actorCount() <= actors);
            assertThat(TestGateway.threads()).hasSizeLessThan(threads + THREADS_MORE_MAX);
            assertThat(asked).hasSizeGreaterThan(ABORTS / 2);
            assertThat(gateway.metric("boltmesh_requests_total[^ ]*outcome=.cancelled"))
                    .isGreaterThan(ABORTS / 3.0);
        }
    }

    @Test
    void shouldEndConnectionsThatNeverFinishTheirHead() throws Exception {
        try (var gateway = new TestGateway(cluster, SHORT);
                RawHttp silent = gateway.connect();
                RawHttp slow = gateway.connect()) {
            slow.send("GET /health/live HTTP/1.1\r\nHost: loc");
            assertThat(silent.read(true)).isEmpty();
            assertThat(slow.read(true)).isEmpty();
            awaitNothingOpen(gateway);
        }
    }

    @Test
    void shouldRefuseABodyThatDoesNotCome() throws Exception {
        String all = request(true, false, 1);
        try (var gateway = new TestGateway(cluster, SHORT);
                RawHttp http = gateway.connect()) {
            http.send(all.substring(0, all.length() - 5));
            RawHttp.Response response = http.read(true).orElseThrow();
            assertThat(response.status()).isEqualTo(408);
            assertThat(response.body()).contains("body_too_slow");
            assertThat(http.read(true)).isEmpty();
        }
    }

    @Test
    void shouldEndPipelinedRequestsWithTheirConnection() throws Exception {
        try (var gateway = new TestGateway(cluster)) {
            try (RawHttp http = gateway.connect()) {
                http.send(request(true, true, 1).repeat(3));
                asked.add(bring(Moment.IN_ANSWER));
            }
            TestGateway.await(() -> asked.getFirst().cancelled().isDone());
            awaitNothingOpen(gateway);
        }
    }
}
