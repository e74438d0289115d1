package org.boltmesh.driver.link;

import java.util.EnumMap;
import java.util.Map;

/** How many datagrams were dropped, by reason. Not thread-safe. */
public final class RefusalCounts {
    private final Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);

    RefusalCounts() {}

    public long count(Refusal refusal) {
        return counts.getOrDefault(refusal, 0L);
    }

    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    void add(Refusal refusal) {
        counts.merge(refusal, 1L, Long::sum);
    }
}
