package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.Ibverbs;
import org.boltmesh.driver.verbs.ffi.QueuePairStructs.QpInitAttr;

/** A {@code struct ibv_pd}. Belongs to the device thread. */
final class IbverbsDomain implements VerbsProvider.Domain {
    private final long pd;
    private final IbverbsContext context;
    private final Calls calls;

    IbverbsDomain(long pd, IbverbsContext context, Calls calls) {
        this.pd = pd;
        this.context = context;
        this.calls = calls;
    }

    @Override
    public VerbsProvider.Region registerRegion(MemorySegment memory, int access) {
        long mr =
                calls.checkPointer(
                        "ibv_reg_mr",
                        Ibverbs.ibv_reg_mr(
                                calls.state(), pd, memory.address(), memory.byteSize(), access),
                        ("wanted to register %d bytes (ENOMEM: see 'ulimit -l'; EFAULT: memory of"
                                        + " a file)")
                                .formatted(memory.byteSize()));
        return new IbverbsRegion(mr, memory, calls);
    }

    @Override
    public VerbsProvider.Pair createQueuePair(
            VerbsProvider.Completions send, VerbsProvider.Completions receive, QueueDepths depths) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(QpInitAttr.LAYOUT);
            attr.set(JAVA_LONG, QpInitAttr.SEND_CQ, ((IbverbsCompletions) send).address());
            attr.set(JAVA_LONG, QpInitAttr.RECV_CQ, ((IbverbsCompletions) receive).address());
            attr.set(JAVA_INT, QpInitAttr.MAX_SEND_WR, depths.send());
            attr.set(JAVA_INT, QpInitAttr.MAX_RECV_WR, depths.receive());
            attr.set(JAVA_INT, QpInitAttr.MAX_SEND_SGE, 1);
            attr.set(JAVA_INT, QpInitAttr.MAX_RECV_SGE, 1);
            attr.set(JAVA_INT, QpInitAttr.QP_TYPE, Constants.IBV_QPT_UC);
            long qp =
                    calls.checkPointer(
                            "ibv_create_qp",
                            Ibverbs.ibv_create_qp(calls.state(), pd, attr.address()),
                            "wanted a UC queue pair with %s (EBUSY: the device has no more)"
                                    .formatted(depths));
            return new IbverbsPair(qp, context, calls);
        }
    }

    @Override
    public void close() {
        calls.check(
                "ibv_dealloc_pd",
                Ibverbs.ibv_dealloc_pd(calls.state(), pd),
                "wanted to give back a protection domain");
    }
}
