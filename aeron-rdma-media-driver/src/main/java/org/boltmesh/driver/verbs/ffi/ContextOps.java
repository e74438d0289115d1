package org.boltmesh.driver.verbs.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions in {@code struct ibv_context_ops}, which no library exports: {@code verbs.h} calls
 * them through the pointers of a context, the first argument here. Nothing is allocated.
 */
public final class ContextOps {
    private static final MethodHandle POST =
            Symbols.pointer(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle POLL =
            Symbols.pointer(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG));

    private ContextOps() {}

    public static int post_send(MemorySegment function, long qp, long wr, long badWr) {
        try {
            return (int) POST.invokeExact(function, qp, wr, badWr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_post_send", e);
        }
    }

    public static int post_recv(MemorySegment function, long qp, long wr, long badWr) {
        try {
            return (int) POST.invokeExact(function, qp, wr, badWr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_post_recv", e);
        }
    }

    public static int poll_cq(MemorySegment function, long cq, int entries, long wc) {
        try {
            return (int) POLL.invokeExact(function, cq, entries, wc);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_poll_cq", e);
        }
    }
}
