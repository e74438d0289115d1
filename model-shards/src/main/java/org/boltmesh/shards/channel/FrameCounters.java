package org.boltmesh.shards.channel;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** How often each verdict was given. One thread counts, any reads. */
public final class FrameCounters {
    private static final FrameVerdict[] VERDICTS = FrameVerdict.values();

    private final AtomicLongArray counts = new AtomicLongArray(VERDICTS.length);

    /** Counts one more. */
    void add(FrameVerdict verdict) {
        int index = verdict.ordinal();
        counts.setRelease(index, counts.getPlain(index) + 1);
    }

    /** How often this verdict was given. */
    public long count(FrameVerdict verdict) {
        return counts.getAcquire(verdict.ordinal());
    }

    /** The verdicts that were given at all. */
    public Map<FrameVerdict, Long> counts() {
        Map<FrameVerdict, Long> given = new EnumMap<>(FrameVerdict.class);
        for (FrameVerdict verdict : VERDICTS) {
            if (count(verdict) > 0) {
                given.put(verdict, count(verdict));
            }
        }
        return given;
    }
}
