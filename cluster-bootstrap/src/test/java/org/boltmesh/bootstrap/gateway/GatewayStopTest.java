package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayStopTest {
    private static final String BODY =
            "{\"model\": \"tales\", \"prompt\": \"Once\", \"stream\": true}";

    /** A node that is alone begins its end late. */
    @ParameterizedTest
    @ValueSource(strings = {"before-service-unbind", "before-actor-system-terminate"})
    void shouldTellClientsThatTheNodeStops(String firstPhase) throws Exception {
        var cluster = new HeldCluster();
        ActorSystem<Void> system =
                ActorSystem.create(
                        Behaviors.empty(),
                        "gateway-stop-test",
                        ConfigFactory.parseString(
                                        "pekko.stdout-loglevel = OFF, pekko.loglevel = WARNING")
                                .withFallback(ConfigFactory.defaultReference()));
        var settings = new HttpSettings(true, new HostPort("127.0.0.1", 0), List.of());
        HostPort place = Gateway.start(system, cluster, settings, new HostNames(Set.of()));
        try (HttpClient client = HttpClient.newHttpClient()) {
            var response =
                    client.sendAsync(
                            HttpRequest.newBuilder(
                                            URI.create("http://" + place + "/v1/completions"))
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(BODY))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            HeldCluster.Ask ask = cluster.asks.poll(30, TimeUnit.SECONDS);
            assertThat(ask).isNotNull();
            ask.begin();
            ask.token(0, " upon");
            CoordinatedShutdown.get(system)
                    .run(CoordinatedShutdown.unknownReason(), Optional.of(firstPhase))
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            assertThat(response.get(30, TimeUnit.SECONDS).body())
                    .contains(" upon", "node_stopping")
                    .endsWith("data: [DONE]\n\n");
        }
    }
}
