package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.ContextOps;
import org.boltmesh.driver.verbs.ffi.Ibverbs;
import org.boltmesh.driver.verbs.ffi.WorkStructs.Wc;

/**
 * A {@code struct ibv_cq}. Closing belongs to the device thread, polling to one other. What was
 * taken from the device and not yet handed over, because a handler threw, is handed over next.
 */
final class IbverbsCompletions implements VerbsProvider.Completions {
    private static final int BATCH = 32;

    private final long cq;
    private final MemorySegment pollCq;
    private final Calls calls;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment batch = arena.allocate(Wc.LAYOUT, BATCH);
    private final long batchAddress = batch.address();
    private int next;
    private int filled;

    IbverbsCompletions(long cq, MemorySegment pollCq, Calls calls) {
        this.cq = cq;
        this.pollCq = pollCq;
        this.calls = calls;
    }

    long address() {
        return cq;
    }

    @Override
    public int poll(CompletionHandler handler, int limit) {
        int handed = handOver(handler, limit);
        while (handed < limit) {
            int wanted = Math.min(BATCH, limit - handed);
            int taken = ContextOps.poll_cq(pollCq, cq, wanted, batchAddress);
            if (taken < 0) {
                // There is no error number to this call.
                return handed > 0 ? handed : -Errno.EIO;
            }
            next = 0;
            filled = taken;
            handed += handOver(handler, taken);
            if (taken < wanted) {
                return handed;
            }
        }
        return handed;
    }

    private int handOver(CompletionHandler handler, int limit) {
        int handed = 0;
        while (next < filled && handed < limit) {
            long at = next * Wc.LENGTH_BYTES;
            next++;
            handed++;
            handOver(handler, at);
        }
        return handed;
    }

    private void handOver(CompletionHandler handler, long at) {
        int queuePairNumber = batch.get(JAVA_INT, at + Wc.QP_NUM);
        long workRequestId = batch.get(JAVA_LONG, at + Wc.WR_ID);
        int status = batch.get(JAVA_INT, at + Wc.STATUS);
        if (status != Constants.IBV_WC_SUCCESS) {
            handler.onFailed(
                    queuePairNumber,
                    workRequestId,
                    CompletionStatus.of(status),
                    batch.get(JAVA_INT, at + Wc.VENDOR_ERR));
        } else if ((batch.get(JAVA_INT, at + Wc.OPCODE) & Constants.IBV_WC_RECV) != 0) {
            handler.onReceived(
                    queuePairNumber, workRequestId, batch.get(JAVA_INT, at + Wc.BYTE_LEN));
        } else {
            handler.onSent(queuePairNumber, workRequestId);
        }
    }

    @Override
    public void close() {
        calls.check(
                "ibv_destroy_cq",
                Ibverbs.ibv_destroy_cq(calls.state(), cq),
                "wanted to destroy a completion queue");
        arena.close();
    }
}
