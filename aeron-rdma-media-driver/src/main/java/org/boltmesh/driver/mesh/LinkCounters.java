package org.boltmesh.driver.mesh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;

/**
 * What links count, among Aeron's own counters, where Aeron's tools show them. Owned by the
 * driver's loop, which is Aeron's conductor, too.
 */
final class LinkCounters {
    /** Above those of Aeron and its products. */
    private static final int TYPE_ID = 20_000;

    private static final List<String> NAMES =
            List.of(
                    "state",
                    "epoch",
                    "sent-frames",
                    "sent-bytes",
                    "received-frames",
                    "received-bytes",
                    "padding-bytes",
                    "credits-waited",
                    "drops");

    private final CountersManager manager;
    private final AtomicCounter strangers;
    private final Map<String, List<AtomicCounter>> counters = new HashMap<>();

    LinkCounters(CountersManager manager) {
        this.manager = manager;
        strangers = manager.newCounter("rdma datagrams of no member", TYPE_ID + NAMES.size());
    }

    /**
     * Shows the links; those of links that are gone are given back.
     *
     * @param droppedOfStrangers datagrams by UDP from addresses of no peer
     */
    void update(List<LinkStatus> links, long droppedOfStrangers) {
        strangers.setRelease(droppedOfStrangers);
        List<String> names = links.stream().map(LinkCounters::name).toList();
        counters.entrySet()
                .removeIf(
                        entry -> {
                            boolean isGone = !names.contains(entry.getKey());
                            if (isGone) {
                                entry.getValue().forEach(AtomicCounter::close);
                            }
                            return isGone;
                        });
        links.forEach(this::update);
    }

    private static String name(LinkStatus link) {
        return "rdma link %s cable %d".formatted(link.peer(), link.cable());
    }

    private void update(LinkStatus link) {
        List<AtomicCounter> own = counters.computeIfAbsent(name(link), this::allocate);
        LinkTraffic traffic = link.traffic();
        long[] values = {
            link.stateNumber(),
            link.epoch(),
            traffic.sentFrames(),
            traffic.sentBytes(),
            traffic.receivedFrames(),
            traffic.receivedBytes(),
            traffic.paddingBytes(),
            traffic.creditsWaited(),
            traffic.drops().values().stream().mapToLong(Long::longValue).sum()
        };
        for (int index = 0; index < values.length; index++) {
            own.get(index).setRelease(values[index]);
        }
    }

    private List<AtomicCounter> allocate(String link) {
        List<AtomicCounter> fresh = new ArrayList<>();
        for (int index = 0; index < NAMES.size(); index++) {
            fresh.add(manager.newCounter(link + " " + NAMES.get(index), TYPE_ID + index));
        }
        return fresh;
    }
}
