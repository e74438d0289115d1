package org.boltmesh.driver.simulated;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.VerbsProvider;

/**
 * A completion queue. Nothing is stored in it: polling asks its queue pairs, and so moves their
 * messages. Receives that arrived and were not polled must fit into it.
 */
final class SimulatedCompletions implements VerbsProvider.Completions {
    private static final SimulatedPair[] NONE = {};

    private final SimulatedContext context;
    private final SimulatedDevice device;
    private final int entries;
    private final CompletionBatch batch = new CompletionBatch();
    private volatile SimulatedPair[] pairs = NONE;
    private int first;
    private boolean overrun;
    private boolean closed;

    SimulatedCompletions(SimulatedContext context, int entries) {
        this.context = context;
        this.device = context.device();
        this.entries = entries;
    }

    boolean isUsable(SimulatedContext by) {
        return !closed && context == by;
    }

    void attach(SimulatedPair pair) {
        List<SimulatedPair> more = new ArrayList<>(List.of(pairs));
        if (!more.contains(pair)) {
            more.add(pair);
        }
        pairs = more.toArray(NONE);
    }

    void detach(SimulatedPair pair) {
        List<SimulatedPair> fewer = new ArrayList<>(List.of(pairs));
        fewer.remove(pair);
        pairs = fewer.toArray(NONE);
    }

    @Override
    public int poll(CompletionHandler handler, int limit) {
        int errno = device.station().faults().enter(Verb.POLL_CQ);
        if (errno != 0) {
            return -errno;
        }
        if (overrun || device.isGone()) {
            return -Errno.EIO;
        }
        int count = batch.dispatch(handler, limit);
        collect(limit - count);
        return overrun ? -Errno.EIO : count + batch.dispatch(handler, limit - count);
    }

    private void collect(int wanted) {
        SimulatedPair[] current = pairs;
        long pending = 0;
        int start = ++first;
        for (int i = 0; i < current.length; i++) {
            pending += current[Math.floorMod(start + i, current.length)].poll(this, batch, wanted);
        }
        overrun = pending > entries;
    }

    @Override
    public void close() {
        device.beginClosing(Verb.DESTROY_CQ);
        if (closed || pairs.length > 0) {
            throw device.failure(
                    Verb.DESTROY_CQ,
                    closed ? Errno.EINVAL : Errno.EBUSY,
                    "wanted to destroy a completion queue without queue pairs, it %s"
                            .formatted(closed ? "is destroyed" : "has " + pairs.length));
        }
        closed = true;
        context.onChildClosed();
    }
}
