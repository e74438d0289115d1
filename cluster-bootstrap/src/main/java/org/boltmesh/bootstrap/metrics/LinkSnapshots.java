package org.boltmesh.bootstrap.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;

/** What a node's media driver tells of its RDMA links. Pure. */
final class LinkSnapshots {
    /** A node has seven peers and some cables to each. */
    private static final int LINKS_MAX = 64;

    private final String node;
    private final List<LinkStatus> links;

    LinkSnapshots(String node, List<LinkStatus> links) {
        this.node = node;
        this.links = links.stream().limit(LINKS_MAX).toList();
    }

    Stream<MetricSnapshot> all() {
        return links.isEmpty()
                ? Stream.empty()
                : Stream.of(
                        state(),
                        epoch(),
                        counter(
                                "sent_frames",
                                "Datagrams that went out on lanes",
                                LinkTraffic::sentFrames),
                        counter(
                                "sent_bytes",
                                "Their lengths, without headers and padding",
                                LinkTraffic::sentBytes),
                        counter(
                                "received_frames",
                                "Datagrams that came by lanes and were good",
                                LinkTraffic::receivedFrames),
                        counter("received_bytes", "Their lengths", LinkTraffic::receivedBytes),
                        counter(
                                "padding_bytes",
                                "What slots carried besides datagrams",
                                LinkTraffic::paddingBytes),
                        counter(
                                "credits_waited",
                                "How often a datagram waited for room at the peer",
                                LinkTraffic::creditsWaited),
                        drops());
    }

    private MetricSnapshot state() {
        var gauge =
                GaugeSnapshot.builder()
                        .name("boltmesh_rdma_link_state")
                        .help("1 for the state that an RDMA link is in");
        links.forEach(
                link ->
                        gauge.dataPoint(
                                level(
                                        1,
                                        labels(link)
                                                .merge(
                                                        Labels.of(
                                                                "state",
                                                                link.state()
                                                                        .name()
                                                                        .toLowerCase(
                                                                                Locale.ROOT))))));
        return gauge.build();
    }

    private MetricSnapshot epoch() {
        var gauge =
                GaugeSnapshot.builder()
                        .name("boltmesh_rdma_link_epoch")
                        .help(
                                "Of an RDMA link's lanes; another one after each time that it came up");
        links.forEach(link -> gauge.dataPoint(level(link.epoch(), labels(link))));
        return gauge.build();
    }

    private MetricSnapshot counter(String name, String help, ToLongFunction<LinkTraffic> count) {
        var counter = CounterSnapshot.builder().name("boltmesh_lane_" + name).help(help);
        links.forEach(
                link -> counter.dataPoint(point(count.applyAsLong(link.traffic()), labels(link))));
        return counter.build();
    }

    private MetricSnapshot drops() {
        var counter =
                CounterSnapshot.builder()
                        .name("boltmesh_lane_drops")
                        .help("Slots and handshakes that were dropped");
        links.forEach(
                link ->
                        link.traffic()
                                .drops()
                                .forEach(
                                        (reason, count) ->
                                                counter.dataPoint(
                                                        point(
                                                                count,
                                                                labels(link)
                                                                        .merge(
                                                                                Labels.of(
                                                                                        "reason",
                                                                                        reason))))));
        return counter.build();
    }

    private Labels labels(LinkStatus link) {
        return Labels.of(
                "node", node, "peer", link.peer(), "cable", Integer.toString(link.cable()));
    }

    private static CounterSnapshot.CounterDataPointSnapshot point(long value, Labels labels) {
        return CounterSnapshot.CounterDataPointSnapshot.builder()
                .value((double) value)
                .labels(labels)
                .build();
    }

    private static GaugeSnapshot.GaugeDataPointSnapshot level(long value, Labels labels) {
        return GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .value((double) value)
                .labels(labels)
                .build();
    }
}
