package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Map;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortAttributes;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.DeviceStructs;
import org.boltmesh.driver.verbs.ffi.DeviceStructs.DeviceAttr;
import org.boltmesh.driver.verbs.ffi.DeviceStructs.PortAttr;
import org.boltmesh.driver.verbs.ffi.Ibverbs;
import org.boltmesh.driver.verbs.ffi.Symbols;

/** An open device. Belongs to the device thread. */
final class IbverbsContext implements VerbsProvider.Context {
    private final long context;
    private final Calls calls;
    private final Platform platform;
    private final AnonymousMemory memory;
    private final MemorySegment struct;

    /**
     * @param context address of a {@code struct ibv_context}
     */
    IbverbsContext(long context, Calls calls, Platform platform) {
        this.context = context;
        this.calls = calls;
        this.platform = platform;
        this.memory = new AnonymousMemory(calls);
        this.struct = Symbols.memory(context, DeviceStructs.Context.LAYOUT.byteSize());
    }

    String device() {
        return calls.device();
    }

    /** Addresses of the functions that are called through the context, by name. */
    Map<String, Long> ops() {
        return Map.of(
                "ibv_post_send", struct.get(JAVA_LONG, DeviceStructs.Context.POST_SEND),
                "ibv_post_recv", struct.get(JAVA_LONG, DeviceStructs.Context.POST_RECV),
                "ibv_poll_cq", struct.get(JAVA_LONG, DeviceStructs.Context.POLL_CQ));
    }

    MemorySegment postSend() {
        return MemorySegment.ofAddress(struct.get(JAVA_LONG, DeviceStructs.Context.POST_SEND));
    }

    MemorySegment postReceive() {
        return MemorySegment.ofAddress(struct.get(JAVA_LONG, DeviceStructs.Context.POST_RECV));
    }

    @Override
    public DeviceAttributes queryDevice() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(DeviceAttr.LAYOUT);
            calls.check(
                    "ibv_query_device",
                    Ibverbs.ibv_query_device(calls.state(), context, attr.address()),
                    "wanted the device's limits");
            return platform.limits(
                    new DeviceAttributes(
                            attr.get(JAVA_INT, DeviceAttr.MAX_QP),
                            attr.get(JAVA_INT, DeviceAttr.MAX_MR),
                            attr.get(JAVA_INT, DeviceAttr.MAX_QP_WR),
                            attr.get(JAVA_INT, DeviceAttr.MAX_CQE),
                            Byte.toUnsignedInt(attr.get(JAVA_BYTE, DeviceAttr.PHYS_PORT_CNT))));
        }
    }

    @Override
    public PortAttributes queryPort(int port) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(PortAttr.LAYOUT);
            calls.check(
                    "ibv_query_port",
                    Ibverbs.ibv_query_port(
                            calls.state(), context, port("ibv_query_port", port), attr.address()),
                    "wanted the state of port " + port);
            return new PortAttributes(
                    PortState.of(attr.get(JAVA_INT, PortAttr.STATE)),
                    PathMtu.of(attr.get(JAVA_INT, PortAttr.ACTIVE_MTU)),
                    attr.get(JAVA_INT, PortAttr.GID_TBL_LEN),
                    Short.toUnsignedInt(attr.get(JAVA_SHORT, PortAttr.LID)));
        }
    }

    @Override
    public Gid queryGid(int port, int index) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment gid = arena.allocate(Gid.LENGTH_BYTES, Long.BYTES);
            int result =
                    Ibverbs.ibv_query_gid(
                            calls.state(),
                            context,
                            port("ibv_query_gid", port),
                            index,
                            gid.address());
            if (result != 0 && calls.errno(result) == Errno.ENODATA) {
                return Gid.NONE;
            }
            calls.check("ibv_query_gid", result, "wanted GID %d of port %d".formatted(index, port));
            var bigEndian = JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);
            return new Gid(gid.get(bigEndian, 0), gid.get(bigEndian, Long.BYTES));
        }
    }

    private byte port(String call, int port) {
        return calls.unsignedByte(call, "port", port);
    }

    @Override
    public VerbsProvider.Domain allocateDomain() {
        long pd =
                calls.checkPointer(
                        "ibv_alloc_pd",
                        Ibverbs.ibv_alloc_pd(calls.state(), context),
                        "wanted a protection domain (after a Mac has booted, replugging the"
                                + " cable can help)");
        return new IbverbsDomain(pd, this, calls);
    }

    @Override
    public VerbsProvider.Completions createCompletionQueue(int entries) {
        long cq =
                calls.checkPointer(
                        "ibv_create_cq",
                        Ibverbs.ibv_create_cq(calls.state(), context, entries, 0, 0, 0),
                        "wanted a completion queue of %d entries".formatted(entries));
        MemorySegment pollCq =
                MemorySegment.ofAddress(struct.get(JAVA_LONG, DeviceStructs.Context.POLL_CQ));
        return new IbverbsCompletions(cq, pollCq, calls);
    }

    @Override
    public MemorySegment allocateMemory(long lengthBytes) {
        return memory.allocate(lengthBytes);
    }

    @Override
    public void freeMemory(MemorySegment segment) {
        memory.free(segment);
    }

    @Override
    public void close() {
        calls.check(
                "ibv_close_device",
                Ibverbs.ibv_close_device(calls.state(), context),
                "wanted to close the device");
    }
}
