package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.boltmesh.bootstrap.GatewayGoldens.Golden;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A hundred clients at once. Some do not read what they asked for until all others are done; each
 * of them takes all sequences, and more bytes than the system's buffers hold.
 */
abstract class ManyClientsCases {
    private static final int CLIENTS = 100;
    private static final int SLOW = 2;
    private static final int SLOW_CHOICES = GatewayNode.SEQUENCES;
    private static final int TOKENS = 24;
    private static final int SLOW_TOKENS = 300;
    private static final int FIRST_SEED = 100;
    private static final long TIMEOUT_S = 180;

    private final GatewayNode node;

    ManyClientsCases(GatewayNode node) {
        this.node = node;
    }

    private record Ask(String path, ObjectNode body) {}

    private record Answer(int status, String text) {}

    /** Each prompt greedily, and drawn with a seed of its own. */
    private static List<Ask> asks() {
        List<Ask> asks = new ArrayList<>();
        for (Golden golden : GatewayGoldens.all()) {
            asks.add(new Ask(golden.path(), golden.body().put("max_tokens", TOKENS)));
            ObjectNode drawn = golden.body().put("max_tokens", TOKENS).put("temperature", 0.9);
            asks.add(new Ask(golden.path(), drawn.put("seed", FIRST_SEED + asks.size())));
        }
        return asks;
    }

    /** A chat that goes on and on. */
    private static ObjectNode longBody() {
        ObjectNode body = GatewayGoldens.chat().body().put("max_tokens", SLOW_TOKENS);
        LongAnswerCases.banEnds(body);
        return body;
    }

    /** The same several times, 4 MB with all likely tokens; Linux holds 3 MB of a connection. */
    private static ObjectNode slowBody() {
        return longBody().put("n", SLOW_CHOICES).put("logprobs", true).put("top_logprobs", 20);
    }

    private Answer answer(Ask ask, boolean stream) throws Exception {
        ObjectNode body = ask.body().deepCopy().put("stream", stream);
        HttpResponse<String> response = node.send(node.post(ask.path(), body));
        if (response.statusCode() != 200) {
            JsonNode error = JsonMapper.shared().readTree(response.body()).get("error");
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            return new Answer(response.statusCode(), error.get("code").asString());
        }
        return new Answer(
                200,
                stream
                        ? EventLines.of(response.body()).text()
                        : EventLines.text(JsonMapper.shared().readTree(response.body())));
    }

    @Test
    void shouldAnswerOrRefuseAHundredAtOnce() throws Exception {
        List<Ask> asks = asks();
        List<String> solo = new ArrayList<>();
        for (Ask ask : asks) {
            solo.add(answer(ask, false).text());
        }
        String slowSolo = answer(new Ask("/chat/completions", longBody()), false).text();
        assertThat(solo).doesNotHaveDuplicates();
        List<SlowReader> readers = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int reader = 0; reader < SLOW; reader++) {
                readers.add(SlowReader.begun(node, slowBody()));
            }
            List<Answer> answers = atOnce(clients, asks);
            assertAnsweredOrRefused(answers, solo);
            for (SlowReader reader : readers) {
                assertChoices(reader.rest(), slowSolo);
            }
        } finally {
            readers.forEach(SlowReader::close);
        }
        assertThat(answer(asks.getFirst(), true).text()).isEqualTo(solo.getFirst());
    }

    private static void assertChoices(EventLines lines, String text) {
        for (int choice = 0; choice < SLOW_CHOICES; choice++) {
            assertThat(lines.text(choice)).as("choice %d", choice).isEqualTo(text);
        }
    }

    private List<Answer> atOnce(ExecutorService clients, List<Ask> asks) throws Exception {
        var start = new CountDownLatch(1);
        List<Future<Answer>> futures = new ArrayList<>();
        for (int client = 0; client < CLIENTS - SLOW; client++) {
            Ask ask = asks.get(client % asks.size());
            boolean stream = client / asks.size() % 2 == 0;
            futures.add(
                    clients.submit(
                            () -> {
                                start.await();
                                return answer(ask, stream);
                            }));
        }
        start.countDown();
        List<Answer> answers = new ArrayList<>();
        for (Future<Answer> future : futures) {
            answers.add(future.get(TIMEOUT_S, TimeUnit.SECONDS));
        }
        return answers;
    }

    /** Refused is only who finds the queue full; those before are answered, each as if alone. */
    private static void assertAnsweredOrRefused(List<Answer> answers, List<String> solo) {
        int refused = 0;
        for (int client = 0; client < answers.size(); client++) {
            Answer answer = answers.get(client);
            if (answer.status() == 200) {
                assertThat(answer.text())
                        .as("client %d", client)
                        .isEqualTo(solo.get(client % solo.size()));
            } else {
                assertThat(answer).isEqualTo(new Answer(429, "queue_full"));
                refused++;
            }
        }
        System.err.printf("%d of %d clients found a full queue%n", refused, CLIENTS);
        int places = GatewayNode.QUEUE + GatewayNode.SEQUENCES - SLOW * SLOW_CHOICES;
        assertThat(answers.size() - refused)
                .isGreaterThanOrEqualTo(Math.min(answers.size(), places));
    }
}
