package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.boltmesh.driver.verbs.ffi.DeviceStructs;
import org.boltmesh.driver.verbs.ffi.Symbols;

/** C function pointers into Java, in place of a device's. */
@SuppressWarnings("restricted") // Java that C can call
final class FakeOps {
    /** {@code int post(struct ibv_qp *, struct ibv_*_wr *, struct ibv_*_wr **)}. */
    interface Post {
        int post(long qp, long wr, long badWr);
    }

    /** {@code int poll_cq(struct ibv_cq *, int, struct ibv_wc *)}. */
    interface Poll {
        int poll(long cq, int entries, long wc);
    }

    private FakeOps() {}

    static MemorySegment post(Arena arena, Post post) {
        return stub(
                arena,
                Post.class,
                "post",
                MethodType.methodType(int.class, long.class, long.class, long.class),
                post,
                FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }

    static MemorySegment poll(Arena arena, Poll poll) {
        return stub(
                arena,
                Poll.class,
                "poll",
                MethodType.methodType(int.class, long.class, int.class, long.class),
                poll,
                FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG));
    }

    private static MemorySegment stub(
            Arena arena,
            Class<?> type,
            String name,
            MethodType methodType,
            Object function,
            FunctionDescriptor descriptor) {
        try {
            MethodHandle handle =
                    MethodHandles.lookup().findVirtual(type, name, methodType).bindTo(function);
            return Linker.nativeLinker().upcallStub(handle, descriptor, arena);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new LinkageError(name, e);
        }
    }

    /** A function of libc that gives back its first argument and leaves all else alone. */
    static MemorySegment labs() {
        return Linker.nativeLinker().defaultLookup().findOrThrow("labs");
    }

    /** A region of memory that no device knows. */
    static IbverbsRegion region(Arena arena, long lengthBytes, int localKey) {
        MemorySegment mr = arena.allocate(DeviceStructs.Mr.LAYOUT);
        mr.set(JAVA_INT, DeviceStructs.Mr.LKEY, localKey);
        return new IbverbsRegion(mr.address(), arena.allocate(lengthBytes, 4096), new Calls("f0"));
    }

    static MemorySegment memory(long address, long lengthBytes) {
        return Symbols.memory(address, lengthBytes);
    }
}
