package org.boltmesh.shards.channel;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** How often each verdict was given. One thread counts, any reads. */
public final class FrameCounters {
    private final Map<FrameVerdict, AtomicLong> counts = new EnumMap<>(FrameVerdict.class);

    /** All at zero. */
    public FrameCounters() {
        for (FrameVerdict verdict : FrameVerdict.values()) {
            counts.put(verdict, new AtomicLong());
        }
    }

    void add(FrameVerdict verdict) {
        AtomicLong count = of(verdict);
        count.setRelease(count.getPlain() + 1);
    }

    private AtomicLong of(FrameVerdict verdict) {
        return Objects.requireNonNull(counts.get(verdict), "the constructor made all");
    }

    /** How often this verdict was given. */
    public long count(FrameVerdict verdict) {
        return of(verdict).getAcquire();
    }

    /** The verdicts that were given at all. */
    public Map<FrameVerdict, Long> counts() {
        Map<FrameVerdict, Long> given = new EnumMap<>(FrameVerdict.class);
        counts.forEach((verdict, count) -> given.put(verdict, count.getAcquire()));
        given.values().removeIf(count -> count == 0);
        return given;
    }
}
