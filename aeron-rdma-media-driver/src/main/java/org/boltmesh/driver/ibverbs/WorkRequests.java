package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.ContextOps;
import org.boltmesh.driver.verbs.ffi.WorkStructs.RecvWr;
import org.boltmesh.driver.verbs.ffi.WorkStructs.SendWr;
import org.boltmesh.driver.verbs.ffi.WorkStructs.Sge;

/**
 * The structs that a queue pair's posts are written into: the library copies them before it
 * returns. Belongs to the thread that posts, which allocates nothing here.
 */
final class WorkRequests implements AutoCloseable {
    private final long qp;
    private final MemorySegment postSend;
    private final MemorySegment postReceive;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment sge = arena.allocate(Sge.LAYOUT);
    private final MemorySegment send = arena.allocate(SendWr.LAYOUT);
    private final MemorySegment receive = arena.allocate(RecvWr.LAYOUT);
    private final long sendAddress = send.address();
    private final long receiveAddress = receive.address();
    private final long badAddress = arena.allocate(JAVA_LONG).address();

    WorkRequests(long qp, MemorySegment postSend, MemorySegment postReceive) {
        this.qp = qp;
        this.postSend = postSend;
        this.postReceive = postReceive;
        send.set(JAVA_LONG, SendWr.SG_LIST, sge.address());
        send.set(JAVA_INT, SendWr.NUM_SGE, 1);
        send.set(JAVA_INT, SendWr.OPCODE, Constants.IBV_WR_SEND);
        send.set(JAVA_INT, SendWr.SEND_FLAGS, Constants.IBV_SEND_SIGNALED);
        receive.set(JAVA_LONG, RecvWr.SG_LIST, sge.address());
        receive.set(JAVA_INT, RecvWr.NUM_SGE, 1);
    }

    int postSend(long workRequestId, IbverbsRegion region, long offset, int lengthBytes) {
        writeSge(region, offset, lengthBytes);
        send.set(JAVA_LONG, SendWr.WR_ID, workRequestId);
        return errno(ContextOps.post_send(postSend, qp, sendAddress, badAddress));
    }

    int postReceive(long workRequestId, IbverbsRegion region, long offset, int lengthBytes) {
        writeSge(region, offset, lengthBytes);
        receive.set(JAVA_LONG, RecvWr.WR_ID, workRequestId);
        return errno(ContextOps.post_recv(postReceive, qp, receiveAddress, badAddress));
    }

    private void writeSge(IbverbsRegion region, long offset, int lengthBytes) {
        sge.set(JAVA_LONG, Sge.ADDR, region.address() + offset);
        sge.set(JAVA_INT, Sge.LENGTH, lengthBytes);
        sge.set(JAVA_INT, Sge.LKEY, region.localKey());
    }

    /** Some drivers give the error number negated. */
    private static int errno(int result) {
        return Math.abs(result);
    }

    @Override
    public void close() {
        arena.close();
    }
}
