package org.boltmesh.driver.mesh;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.boltmesh.driver.lane.SlotVerdict;
import org.boltmesh.driver.link.RefusalCounts;

/** What a link has counted in all its epochs. Owned by the driver's loop. */
final class LinkTotals {
    private long sentFrames;
    private long sentBytes;
    private long receivedFrames;
    private long receivedBytes;
    private long paddingBytes;
    private long creditsWaited;
    private long strayFrames;
    private long foreignEntries;
    private final Map<SlotVerdict, Long> judged = new EnumMap<>(SlotVerdict.class);

    void onSent(int lengthBytes) {
        sentFrames++;
        sentBytes += lengthBytes;
    }

    long receivedFrames() {
        return receivedFrames;
    }

    void onReceived(int lengthBytes) {
        receivedFrames++;
        receivedBytes += lengthBytes;
    }

    /** For an endpoint that is gone, or from one that was not announced. */
    void onStray() {
        strayFrames++;
    }

    /** Endpoints were announced that belong to others. */
    void onForeign(long entries) {
        foreignEntries += entries;
    }

    /** Takes the counts of lanes that are about to go. */
    void add(LaneGroup group) {
        paddingBytes += group.paddingBytes();
        creditsWaited += group.creditsWaited();
        for (SlotVerdict verdict : SlotVerdict.values()) {
            judged.merge(verdict, group.judged(verdict), Long::sum);
        }
    }

    LinkTraffic snapshot(Iterable<LaneGroup> living, RefusalCounts refusals) {
        LinkTotals sum = copy();
        living.forEach(sum::add);
        return new LinkTraffic(
                sentFrames,
                sentBytes,
                receivedFrames,
                receivedBytes,
                sum.paddingBytes,
                sum.creditsWaited,
                sum.drops(refusals));
    }

    private LinkTotals copy() {
        LinkTotals copy = new LinkTotals();
        copy.paddingBytes = paddingBytes;
        copy.creditsWaited = creditsWaited;
        copy.strayFrames = strayFrames;
        copy.foreignEntries = foreignEntries;
        copy.judged.putAll(judged);
        return copy;
    }

    private Map<String, Long> drops(RefusalCounts refusals) {
        Map<String, Long> drops = new TreeMap<>();
        for (SlotVerdict verdict : SlotVerdict.values()) {
            if (verdict != SlotVerdict.GOOD) {
                put(drops, name(verdict), judged.getOrDefault(verdict, 0L));
            }
        }
        put(drops, "stray", strayFrames);
        put(drops, "foreign-endpoint", foreignEntries);
        put(drops, "handshake", refusals.total());
        return drops;
    }

    private static String name(SlotVerdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void put(Map<String, Long> drops, String reason, long count) {
        if (count > 0) {
            drops.put(reason, count);
        }
    }
}
