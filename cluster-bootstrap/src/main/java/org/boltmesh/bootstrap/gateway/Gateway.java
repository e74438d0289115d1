package org.boltmesh.bootstrap.gateway;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.IncomingConnection;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.http.javadsl.settings.ServerSettings;
import org.apache.pekko.stream.SystemMaterializer;
import org.apache.pekko.stream.javadsl.Sink;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.boltmesh.bootstrap.metrics.NodeCounts;
import org.boltmesh.bootstrap.metrics.NodeMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of a node. It ends with the node's actors. */
public final class Gateway {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    /** More wait until others close. */
    private static final int CONNECTIONS_MAX = 1024;

    /** An answer may take as long as it takes; what a client may take is limited by us. */
    private static final String SERVER =
            """
            pekko.http.server {
              server-header = ""
              idle-timeout = infinite
              request-timeout = infinite
              pipelining-limit = %d
              parsing.illegal-header-warnings = off
              parsing.error-handler = "%s"
            }
            """
                    .formatted(GatewayConnection.PIPELINE_MAX + 1, ParsingErrors.class.getName());

    /** In which the end of an answer is sent, also by a busy machine. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private static final Refusal STOPPING =
            Refusal.unavailable("node_stopping", "the node is stopping; ask another one");

    private final ActorSystem<?> system;
    private final RequestHandler handler;
    private final GatewayTimes times;
    private final Set<GatewayConnection> connections = ConcurrentHashMap.newKeySet();

    private Gateway(ActorSystem<?> system, RequestHandler handler, GatewayTimes times) {
        this.system = system;
        this.handler = handler;
        this.times = times;
    }

    /**
     * Starts to serve.
     *
     * @param metrics of the node; closed with its actors
     * @return where it listens
     * @throws GatewayException when it cannot
     */
    public static HostPort start(
            ActorSystem<?> system,
            ClusterAccess access,
            HttpSettings settings,
            HostNames names,
            NodeMetrics metrics) {
        return start(system, access, settings, names, metrics, GatewayTimes.USUAL);
    }

    static HostPort start(
            ActorSystem<?> system,
            ClusterAccess access,
            HttpSettings settings,
            HostNames names,
            NodeMetrics metrics,
            GatewayTimes times) {
        var gatekeeper = new Gatekeeper(names, settings.apiKeys());
        var handler =
                new RequestHandler(system, access, gatekeeper, metrics, times, Clock.systemUTC());
        var gateway = new Gateway(system, handler, times);
        metrics.watch(gateway.connections::size, gateway::openCount);
        system.getWhenTerminated().thenRun(metrics::close);
        return gateway.bind(settings.bind());
    }

    /** With metrics of its own, for a gateway without a node. */
    static HostPort start(
            ActorSystem<?> system, ClusterAccess access, HttpSettings settings, HostNames names) {
        return start(system, access, settings, names, new NodeMetrics("node", NodeCounts.NONE));
    }

    private int openCount() {
        return connections.stream().mapToInt(GatewayConnection::openCount).sum();
    }

    /** What Pekko HTTP is told. */
    static ServerSettings settings() {
        return ServerSettings.create(SERVER);
    }

    /** Asks first whether the port is free, for Pekko logs a trace where it is not. */
    private HostPort bind(HostPort place) {
        try (var probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(place.host(), place.port()));
        } catch (IOException e) {
            throw cannotListen(place, e);
        }
        return listen(place);
    }

    private HostPort listen(HostPort place) {
        ServerBinding binding;
        try {
            binding =
                    Http.get(system)
                            .newServerAt(place.host(), place.port())
                            .withSettings(settings())
                            .connectionSource()
                            .mapAsyncUnordered(CONNECTIONS_MAX, this::accept)
                            .to(Sink.ignore())
                            .run(system)
                            .toCompletableFuture()
                            .join();
        } catch (CompletionException e) {
            throw cannotListen(place, e);
        }
        endWith(binding, CoordinatedShutdown.PhaseServiceUnbind());
        // A node that is alone has nobody to leave, and begins there.
        endWith(binding, CoordinatedShutdown.PhaseBeforeActorSystemTerminate());
        var bound = new HostPort(place.host(), binding.localAddress().getPort());
        LOG.info("HTTP on {}", bound);
        return bound;
    }

    private void endWith(ServerBinding binding, String phase) {
        CoordinatedShutdown.get(system)
                .addTask(phase, "http", () -> binding.unbind().thenCompose(this::stopAnswers));
    }

    private CompletionStage<Done> accept(IncomingConnection incoming) {
        var connection = new GatewayConnection(system, handler, times);
        connections.add(connection);
        incoming.handleWith(connection.flow(), SystemMaterializer.get(system).materializer());
        return connection
                .closed()
                .thenApply(
                        done -> {
                            connections.remove(connection);
                            return done;
                        });
    }

    /** Clients are told why before the actors that write to them end. */
    private CompletionStage<Done> stopAnswers(Done unbound) {
        boolean hasTold = false;
        for (GatewayConnection connection : connections) {
            hasTold |= connection.stop(STOPPING);
        }
        Executor later =
                CompletableFuture.delayedExecutor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        return hasTold
                ? CompletableFuture.supplyAsync(() -> unbound, later)
                : CompletableFuture.completedFuture(unbound);
    }

    private static GatewayException cannotListen(HostPort place, Throwable fault) {
        String reason = String.valueOf(fault.getMessage());
        return new GatewayException(
                reason.contains("already in use")
                        ? "port %d of %s is in use; stop what has it, or set another boltmesh.http.port, or boltmesh.http.enabled = false"
                                .formatted(place.port(), place.host())
                        : "cannot serve HTTP on %s: %s; want an address of this machine as boltmesh.http.host and a port that may be used"
                                .formatted(place, reason),
                fault);
    }
}
