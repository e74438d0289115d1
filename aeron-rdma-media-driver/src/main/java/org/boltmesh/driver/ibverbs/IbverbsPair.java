package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.QueuePairAttributes;
import org.boltmesh.driver.verbs.QueuePairState;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.Ibverbs;
import org.boltmesh.driver.verbs.ffi.QueuePairStructs.Qp;
import org.boltmesh.driver.verbs.ffi.QueuePairStructs.QpAttr;
import org.boltmesh.driver.verbs.ffi.QueuePairStructs.QpInitAttr;
import org.boltmesh.driver.verbs.ffi.Symbols;

/** A {@code struct ibv_qp} of type UC. Posting belongs to one thread, all else to the device's. */
final class IbverbsPair implements VerbsProvider.Pair {
    private final long qp;
    private final int number;
    private final Calls calls;
    private final WorkRequests requests;

    IbverbsPair(long qp, IbverbsContext context, Calls calls) {
        this.qp = qp;
        this.number = Symbols.memory(qp, Qp.LAYOUT.byteSize()).get(JAVA_INT, Qp.QP_NUM);
        this.calls = calls;
        this.requests = new WorkRequests(qp, context.postSend(), context.postReceive());
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public QueuePairAttributes query() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(QpAttr.LAYOUT);
            MemorySegment initAttr = arena.allocate(QpInitAttr.LAYOUT);
            calls.check(
                    "ibv_query_qp",
                    Ibverbs.ibv_query_qp(
                            calls.state(),
                            qp,
                            attr.address(),
                            Constants.IBV_QP_STATE | Constants.IBV_QP_CAP,
                            initAttr.address()),
                    "wanted what queue pair %d accepts".formatted(number));
            return new QueuePairAttributes(
                    QueuePairState.of(attr.get(JAVA_INT, QpAttr.QP_STATE)),
                    new QueueDepths(
                            attr.get(JAVA_INT, QpAttr.MAX_SEND_WR),
                            attr.get(JAVA_INT, QpAttr.MAX_RECV_WR)));
        }
    }

    @Override
    public void modifyToInit(int port) {
        checkByte("port", port);
        modify(new QueuePairChange.ToInit(port));
    }

    @Override
    public void modifyToReceive(RemoteQueuePair remote, PathMtu mtu, int port, int gidIndex) {
        checkByte("port", port);
        checkByte("GID index", gidIndex);
        modify(new QueuePairChange.ToReceive(remote, mtu, port, gidIndex));
    }

    @Override
    public void modifyToSend(int packetSequenceNumber) {
        modify(new QueuePairChange.ToSend(packetSequenceNumber));
    }

    private void checkByte(String name, int value) {
        calls.unsignedByte("ibv_modify_qp", name, value);
    }

    private void modify(QueuePairChange change) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(QpAttr.LAYOUT);
            int mask = change.write(attr);
            calls.check(
                    "ibv_modify_qp",
                    Ibverbs.ibv_modify_qp(calls.state(), qp, attr.address(), mask),
                    "wanted queue pair %d %s".formatted(number, change.wanted()));
        }
    }

    @Override
    public int postSend(
            long workRequestId, VerbsProvider.Region region, long offset, int lengthBytes) {
        return requests.postSend(workRequestId, (IbverbsRegion) region, offset, lengthBytes);
    }

    @Override
    public int postReceive(
            long workRequestId, VerbsProvider.Region region, long offset, int lengthBytes) {
        return requests.postReceive(workRequestId, (IbverbsRegion) region, offset, lengthBytes);
    }

    @Override
    public void close() {
        calls.check(
                "ibv_destroy_qp",
                Ibverbs.ibv_destroy_qp(calls.state(), qp),
                "wanted to destroy queue pair %d".formatted(number));
        requests.close();
    }
}
