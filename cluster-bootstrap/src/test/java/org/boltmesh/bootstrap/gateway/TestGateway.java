package org.boltmesh.bootstrap.gateway;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.settings.ApiKey;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.boltmesh.bootstrap.metrics.NodeCounts;
import org.boltmesh.bootstrap.metrics.NodeMetrics;

/** A gateway on any free port, with actors of its own. */
final class TestGateway implements AutoCloseable {
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final ActorSystem<Void> system;
    private final NodeMetrics metrics = new NodeMetrics("node-1", NodeCounts.NONE);
    private final int port;

    TestGateway(ClusterAccess cluster, GatewayTimes times, String... keys) {
        system =
                ActorSystem.create(
                        Behaviors.empty(),
                        "gateway",
                        ConfigFactory.parseString(
                                        "pekko.stdout-loglevel = OFF, pekko.loglevel = WARNING")
                                .withFallback(ConfigFactory.defaultReference()));
        var settings =
                new HttpSettings(
                        true,
                        new HostPort("127.0.0.1", 0),
                        Stream.of(keys).map(ApiKey::new).toList());
        port =
                Gateway.start(system, cluster, settings, new HostNames(Set.of()), metrics, times)
                        .port();
    }

    TestGateway(ClusterAccess cluster) {
        this(cluster, GatewayTimes.USUAL);
    }

    int port() {
        return port;
    }

    RawHttp connect() throws IOException {
        return new RawHttp(port);
    }

    /** The response to one request on a connection of its own. */
    RawHttp.Response ask(String head, String body) throws IOException {
        try (RawHttp http = connect()) {
            http.send(request(head, body));
            return http.read(true).orElseThrow();
        }
    }

    /** A request of HTTP/1.1 with a body in JSON. */
    static String request(String head, String body) {
        return head
                + " HTTP/1.1\r\nHost: localhost\r\n"
                + (body.isEmpty()
                        ? ""
                        : "Content-Type: application/json\r\nContent-Length: "
                                + body.length()
                                + "\r\n")
                + "\r\n"
                + body;
    }

    /** Actors of the gateway's system, those of streams too. */
    int actorCount() {
        var classic = (ExtendedActorSystem) Adapter.toClassic(system);
        return (int) classic.printTree().lines().count();
    }

    /**
     * The sum of a metric's samples.
     *
     * @param name a pattern of how they begin
     */
    double metric(String name) {
        Matcher samples =
                Pattern.compile("(?m)^" + name + "[^ ]* (\\S+)$")
                        .matcher(metrics.scrape(Optional.empty()));
        return samples.results().mapToDouble(each -> Double.parseDouble(each.group(1))).sum();
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + WAIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("it has not come within 30 s");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Names of threads but those of dispatchers, which are as many as the machine wants. */
    static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> !name.contains("dispatcher"))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
