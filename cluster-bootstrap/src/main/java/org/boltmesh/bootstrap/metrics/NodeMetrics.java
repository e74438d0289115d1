package org.boltmesh.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.boltmesh.actors.coordinator.ClusterState;

/** The metrics of one node; they live as long as it. Thread-safe. */
public final class NodeMetrics implements AutoCloseable {
    /** Models with a label of their own; others share one. */
    static final int MODELS_MAX = 64;

    private static final String OTHER = "other";

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private final Map<String, ModelMeters> models = new ConcurrentHashMap<>();
    private final LongSupplier clockNs;
    private volatile Optional<ClusterState> latest = Optional.empty();

    /**
     * Metrics that are all zero.
     *
     * @param node its name, a label of all
     */
    public NodeMetrics(String node, NodeCounts counts) {
        this(node, counts, System::nanoTime);
    }

    NodeMetrics(String node, NodeCounts counts, LongSupplier clockNs) {
        this.clockNs = clockNs;
        registry.config().commonTags("node", node);
        for (var binder :
                List.of(
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new FileDescriptorMetrics(),
                        new UptimeMetrics(),
                        garbage)) {
            binder.bindTo(registry);
        }
        var snapshots = new StateSnapshots(node);
        MultiCollector collector = () -> new MetricSnapshots(snapshots.of(counts, latest));
        registry.getPrometheusRegistry().register(collector);
    }

    /** A call for an answer has come. */
    public AnswerMeter answer(String model) {
        return new AnswerMeter(meters(model), clockNs);
    }

    /** A call was for a model that there is not; its name is the client's invention. */
    public void unknownModel() {
        meters("unknown").ended(Outcome.UNKNOWN_MODEL);
    }

    private ModelMeters meters(String model) {
        String label = models.containsKey(model) || models.size() < MODELS_MAX ? model : OTHER;
        return models.computeIfAbsent(label, each -> new ModelMeters(registry, each));
    }

    /**
     * A response of HTTP.
     *
     * @param route one of a few
     */
    public void responded(String route, int status) {
        Counter.builder("boltmesh.http.responses")
                .description("Responses by route and status")
                .tags("route", route, "status", Integer.toString(status))
                .register(registry)
                .increment();
    }

    /** What is open now. */
    public void watch(IntSupplier connections, IntSupplier answers) {
        Gauge.builder("boltmesh.http.connections", connections::getAsInt)
                .description("Connections of clients that are open")
                .register(registry);
        Gauge.builder("boltmesh.http.answers", answers::getAsInt)
                .description("Answers that clients wait for")
                .register(registry);
    }

    /**
     * All, in Prometheus's text format.
     *
     * @param state of the cluster, where it is known
     */
    public String scrape(Optional<ClusterState> state) {
        latest = state;
        return registry.scrape();
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
