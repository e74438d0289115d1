package org.boltmesh.bootstrap.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;

/**
 * What a node tells of itself from the cluster's state and its own counts: of models, those whose
 * head it has; of links, those that it sends over. Pure.
 */
final class StateSnapshots {
    private static final String NODE = "node";
    private static final String MODEL = "model";

    /** A cluster has eight nodes; a driver may know some more addresses. */
    private static final int LINKS_MAX = 64;

    private final String node;

    StateSnapshots(String node) {
        this.node = node;
    }

    List<MetricSnapshot> of(NodeCounts counts, Optional<ClusterState> state) {
        return Stream.concat(counted(counts), state.stream().flatMap(this::known)).toList();
    }

    private Stream<MetricSnapshot> counted(NodeCounts counts) {
        return Stream.of(
                counter(
                        "boltmesh_refused_messages",
                        "Messages of other nodes that were not understood",
                        "reason",
                        counts.refusedMessages().get()),
                counter(
                        "boltmesh_refused_connections",
                        "Connections of other nodes with another cluster-secret or none",
                        counts.refusedConnections().getAsLong()),
                counter(
                        "boltmesh_engine_starts",
                        "Engines started on this node; more than shards loaded are restarts",
                        counts.engineStarts().getAsLong()),
                counter(
                        "boltmesh_media_driver_starts",
                        "Media drivers started on this node; more than one are restarts",
                        counts.driverStarts().getAsLong()));
    }

    private Stream<MetricSnapshot> known(ClusterState state) {
        List<ModelStatus> models = state.models().stream().filter(this::isHeadHere).toList();
        return Stream.concat(
                Stream.of(
                        gauge(
                                "boltmesh_model_ready",
                                "1 while a model whose head is here answers",
                                models,
                                model -> model.phase() == ModelPhase.READY ? 1 : 0),
                        gauge(
                                "boltmesh_active_sequences",
                                "Requests that the model works on, of models whose head is here",
                                models,
                                ModelStatus::active),
                        gauge(
                                "boltmesh_queue_length",
                                "Requests that wait, of models whose head is here",
                                models,
                                ModelStatus::waiting),
                        restarts(models)),
                state.nodes().stream()
                        .filter(each -> each.name().equals(node))
                        .limit(1)
                        .flatMap(this::own));
    }

    private boolean isHeadHere(ModelStatus model) {
        return !model.shards().isEmpty() && model.shards().getFirst().node().equals(node);
    }

    private Stream<MetricSnapshot> own(NodeStatus status) {
        var sent =
                CounterSnapshot.builder()
                        .name("boltmesh_link_sent_bytes")
                        .help(
                                "Datagrams that this node's media driver sent by UDP, headers and repeats too");
        status.sent().stream()
                .limit(LINKS_MAX)
                .forEach(link -> sent.dataPoint(point(link.bytes(), "peer", link.to())));
        Stream<MetricSnapshot> plain =
                Stream.of(
                        sent.build(),
                        gauge(
                                "boltmesh_media_driver_up",
                                "1 while this node's media driver runs",
                                status.driverPid() == 0 ? 0 : 1),
                        gauge(
                                "boltmesh_model_memory_bytes",
                                "Memory that models hold on this node, by plan",
                                status.takenBytes()));
        return Stream.concat(plain, new LinkSnapshots(node, status.mesh().links()).all());
    }

    private MetricSnapshot restarts(List<ModelStatus> models) {
        var restarts =
                CounterSnapshot.builder()
                        .name("boltmesh_model_restarts")
                        .help("How often the pipeline of a model was put together again");
        models.forEach(
                model -> restarts.dataPoint(point(model.restarts(), MODEL, model.spec().name())));
        return restarts.build();
    }

    private MetricSnapshot counter(
            String name, String help, String label, Map<String, Long> counts) {
        var counter = CounterSnapshot.builder().name(name).help(help);
        counts.forEach((value, count) -> counter.dataPoint(point(count, label, value)));
        return counter.build();
    }

    private MetricSnapshot counter(String name, String help, long count) {
        return CounterSnapshot.builder().name(name).help(help).dataPoint(point(count)).build();
    }

    private CounterSnapshot.CounterDataPointSnapshot point(long value, String... labels) {
        return CounterSnapshot.CounterDataPointSnapshot.builder()
                .value((double) value)
                .labels(Labels.of(NODE, node).merge(Labels.of(labels)))
                .build();
    }

    private MetricSnapshot gauge(
            String name, String help, List<ModelStatus> models, ToLongFunction<ModelStatus> value) {
        var gauge = GaugeSnapshot.builder().name(name).help(help);
        models.forEach(
                model ->
                        gauge.dataPoint(
                                level(value.applyAsLong(model), MODEL, model.spec().name())));
        return gauge.build();
    }

    private MetricSnapshot gauge(String name, String help, long value) {
        return GaugeSnapshot.builder().name(name).help(help).dataPoint(level(value)).build();
    }

    private GaugeSnapshot.GaugeDataPointSnapshot level(long value, String... labels) {
        return GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .value((double) value)
                .labels(Labels.of(NODE, node).merge(Labels.of(labels)))
                .build();
    }
}
