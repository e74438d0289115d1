package org.boltmesh.driver.verbs;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts what this process holds of a device's scarce objects, and by whom, so that its limits are
 * met before the device refuses. Belongs to the device thread.
 */
public final class DeviceLedger {
    /** What is scarce. */
    public enum Kind {
        QUEUE_PAIR("ibv_create_qp", "queue pairs"),
        REGION("ibv_reg_mr", "memory regions");

        private final String call;
        private final String plural;

        Kind(String call, String plural) {
            this.call = call;
            this.plural = plural;
        }
    }

    private final String device;
    private final Map<Kind, Integer> limits = new EnumMap<>(Kind.class);
    private final Map<Kind, Map<String, Integer>> holders = new EnumMap<>(Kind.class);

    public DeviceLedger(String device, int maxQueuePairs, int maxRegions) {
        this.device = device;
        limits.put(Kind.QUEUE_PAIR, maxQueuePairs);
        limits.put(Kind.REGION, maxRegions);
        for (Kind kind : Kind.values()) {
            holders.put(kind, new TreeMap<>());
        }
    }

    /**
     * Enters one object.
     *
     * @param holder for whom, in words for people
     * @throws VerbsException with EBUSY at the limit, naming all holders
     */
    public void hold(Kind kind, String holder) {
        int held = held(kind);
        if (held >= limit(kind)) {
            throw new VerbsException(
                    kind.call,
                    Errno.EBUSY,
                    device,
                    "wanted one more for %s, but all %d %s are held: %s"
                            .formatted(holder, held, kind.plural, describe(kind)));
        }
        counts(kind).merge(holder, 1, Integer::sum);
    }

    /**
     * Strikes one object out.
     *
     * @throws IllegalStateException if the holder has none
     */
    public void release(Kind kind, String holder) {
        Integer count = counts(kind).get(holder);
        if (count == null) {
            throw new IllegalStateException(
                    "%s holds no %s of %s".formatted(holder, kind.plural, device));
        }
        counts(kind).compute(holder, (_, held) -> count == 1 ? null : count - 1);
    }

    public int held(Kind kind) {
        return counts(kind).values().stream().mapToInt(Integer::intValue).sum();
    }

    public int limit(Kind kind) {
        return limits.getOrDefault(kind, 0);
    }

    /** Who holds how many: {@code 4 by link to b, 1 by bench}; {@code none} if nobody. */
    public String describe(Kind kind) {
        return counts(kind).isEmpty()
                ? "none"
                : counts(kind).entrySet().stream()
                        .map(entry -> entry.getValue() + " by " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    private Map<String, Integer> counts(Kind kind) {
        return holders.getOrDefault(kind, new TreeMap<>());
    }
}
