package org.boltmesh.actors.serialization;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts refused messages of one node. Any thread may use it. */
public final class Refusals {
    private final Map<Refusal, LongAdder> counts = new EnumMap<>(Refusal.class);

    /** Begins at zero. */
    public Refusals() {
        for (Refusal refusal : Refusal.values()) {
            counts.put(refusal, new LongAdder());
        }
    }

    void add(Refusal refusal) {
        adder(refusal).increment();
    }

    /** How many were refused for this reason. */
    public long count(Refusal refusal) {
        return adder(refusal).sum();
    }

    /** How many were refused. */
    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private LongAdder adder(Refusal refusal) {
        return Objects.requireNonNull(counts.get(refusal), "the constructor puts every reason");
    }
}
