package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.http.javadsl.settings.ServerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Answers may take as long as they take, and readers too. */
@Timeout(60)
class SlowAnswersTest {
    private static final String COMMENT = ": still here";

    /** Long enough for a busy machine to send a request in, and a fifth of an answer. */
    private static final Duration BRIEF = Duration.ofSeconds(1);

    private final HeldCluster cluster = new HeldCluster();

    @AfterEach
    void nothingIsLeftToAnswer() {
        assertThat(cluster.asks).isEmpty();
    }

    private static String request(boolean stream) {
        return TestGateway.request(
                "POST /v1/completions",
                "{\"model\": \"tales\", \"prompt\": \"Once\", \"max_tokens\": 9, \"stream\": %s}"
                        .formatted(stream));
    }

    private HeldCluster.Ask ask(RawHttp http, boolean stream) throws Exception {
        http.send(request(stream));
        HeldCluster.Ask ask = cluster.asks.poll(30, TimeUnit.SECONDS);
        assertThat(ask).isNotNull();
        ask.begin();
        return ask;
    }

    private static String lineWith(RawHttp http, String text) throws IOException {
        String line = http.nextLine();
        while (!line.contains(text)) {
            line = http.nextLine();
        }
        return line;
    }

    @Test
    void shouldHaveNoTimeoutOfTheLibrary() {
        ServerSettings settings = Gateway.settings();
        assertThat(settings.getTimeouts().idleTimeout().isFinite()).isFalse();
        assertThat(settings.getTimeouts().requestTimeout().isFinite()).isFalse();
        assertThat(GatewayTimes.USUAL.comment()).isLessThan(Duration.ofSeconds(30));
    }

    /** All times of the gateway pass several times while the answers come. */
    @Test
    void shouldEndNoAnswerThatIsSlow() throws Exception {
        var brief =
                new GatewayTimes(BRIEF, BRIEF, BRIEF, BRIEF.dividedBy(10), Duration.ofSeconds(30));
        try (var gateway = new TestGateway(cluster, brief)) {
            answerSlowly(gateway, 50);
        }
    }

    @Test
    @Timeout(600)
    @EnabledIfSystemProperty(
            named = "boltmesh.long-tests",
            matches = "true",
            disabledReason = "takes three minutes; -Dboltmesh.long-tests=true runs it")
    void shouldEndNoAnswerOfThreeMinutes() throws Exception {
        try (var gateway = new TestGateway(cluster)) {
            answerSlowly(gateway, 18);
        }
    }

    private void answerSlowly(TestGateway gateway, int comments) throws Exception {
        try (RawHttp whole = gateway.connect()) {
            HeldCluster.Ask wholeAsk = ask(whole, false);
            try (RawHttp stream = gateway.connect()) {
                answerSlowly(wholeAsk, whole, stream, comments);
            }
        }
    }

    /** The comments of the stream are the clock. */
    private void answerSlowly(HeldCluster.Ask wholeAsk, RawHttp whole, RawHttp stream, int comments)
            throws Exception {
        HeldCluster.Ask streamAsk = ask(stream, true);
        List.of(wholeAsk, streamAsk).forEach(ask -> ask.token(0, "first "));
        for (int i = 0; i < comments; i++) {
            lineWith(stream, COMMENT);
        }
        for (HeldCluster.Ask ask : List.of(wholeAsk, streamAsk)) {
            assertThat(ask.cancelled()).isNotDone();
            ask.token(1, "last");
            ask.finish();
        }
        assertThat(whole.read(true).orElseThrow().body()).contains("first last");
        assertThat(lineWith(stream, "data: ")).contains("last");
        lineWith(stream, "[DONE]");
    }

    @Test
    void shouldNotLetSlowReadersSlowOthers() throws Exception {
        int tokens = EventStream.EVENTS_MAX / 2;
        String text = "word ".repeat(1000);
        try (var gateway = new TestGateway(cluster)) {
            List<RawHttp> slow = new ArrayList<>();
            List<HeldCluster.Ask> asks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                slow.add(gateway.connect());
                asks.add(ask(slow.getLast(), true));
                for (int token = 0; token < tokens; token++) {
                    asks.getLast().token(token, text);
                }
            }
            try (RawHttp fast = gateway.connect()) {
                HeldCluster.Ask ask = ask(fast, true);
                for (int token = 0; token < 200; token++) {
                    ask.token(token, "#" + token);
                    lineWith(fast, "#" + token);
                }
                ask.finish();
            }
            for (int i = 0; i < slow.size(); i++) {
                assertThat(asks.get(i).cancelled()).isNotDone();
                asks.get(i).finish();
                try (RawHttp reader = slow.get(i)) {
                    String all = reader.read(true).orElseThrow().body();
                    assertThat(all.length()).isGreaterThan(tokens * text.length());
                    assertThat(all.substring(all.length() - 40)).contains("[DONE]");
                }
            }
        }
    }
}
