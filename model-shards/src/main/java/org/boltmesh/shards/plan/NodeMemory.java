package org.boltmesh.shards.plan;

/**
 * Memory of a node as a plan sees it. A limit is what models may take on the node at most; a
 * reserve stays free for everything else, whatever the limit. All sizes are bytes.
 *
 * @param id stable, unique in the cluster
 * @param name for people
 * @param freeBytes free for models and reserve, as if no model were loaded
 * @param limitBytes configured limit, or {@link #UNLIMITED}
 * @param reserveBytes that stay free
 * @param takenBytes that other loads hold: see {@link MemoryLedger}
 */
public record NodeMemory(
        String id,
        String name,
        long freeBytes,
        long limitBytes,
        long reserveBytes,
        long takenBytes) {
    /** No limit but what is free. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Checks that no size is negative. */
    public NodeMemory {
        check(name, "free", freeBytes);
        check(name, "limit", limitBytes);
        check(name, "reserve", reserveBytes);
        check(name, "taken", takenBytes);
    }

    private static void check(String node, String what, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "node %s: %s memory %d bytes, want 0 or more".formatted(node, what, bytes));
        }
    }

    /** What one more load may take, 0 or more. */
    public long budgetBytes() {
        return Math.max(0, Math.min(limitBytes, freeBytes - reserveBytes) - takenBytes);
    }

    /** The same node while other loads hold {@code bytes}. */
    public NodeMemory withTaken(long bytes) {
        return new NodeMemory(id, name, freeBytes, limitBytes, reserveBytes, bytes);
    }

    /** What its budget is made of, as "9 bytes for models (20 free, 10 reserved, 1 taken)". */
    String budgetShown() {
        StringBuilder shown = new StringBuilder(Bytes.exact(budgetBytes()));
        shown.append(" bytes for models (").append(Bytes.exact(freeBytes)).append(" free");
        shown.append(", reserve ").append(Bytes.exact(reserveBytes));
        if (limitBytes != UNLIMITED) {
            shown.append(", limit ").append(Bytes.exact(limitBytes));
        }
        if (takenBytes > 0) {
            shown.append(", other loads ").append(Bytes.exact(takenBytes));
        }
        return shown.append(')').toString();
    }
}
