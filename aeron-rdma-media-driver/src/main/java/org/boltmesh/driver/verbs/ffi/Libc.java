package org.boltmesh.driver.verbs.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/** Functions of libc about memory, names verbatim. */
public final class Libc {
    private static final MethodHandle GETPAGESIZE =
            Symbols.libc("getpagesize", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle GETRLIMIT =
            Symbols.libc(
                    "getrlimit",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
                    CallState.CAPTURE_ERRNO);
    private static final MethodHandle MMAP =
            Symbols.libc(
                    "mmap",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT,
                            JAVA_LONG),
                    CallState.CAPTURE_ERRNO);
    private static final MethodHandle MUNMAP =
            Symbols.libc(
                    "munmap",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG),
                    CallState.CAPTURE_ERRNO);

    private Libc() {}

    public static int getpagesize() {
        try {
            return (int) GETPAGESIZE.invokeExact();
        } catch (Throwable e) {
            throw Symbols.unexpected("getpagesize", e);
        }
    }

    public static int getrlimit(CallState state, int resource, long rlimit) {
        try {
            return (int) GETRLIMIT.invokeExact(state.memory, resource, rlimit);
        } catch (Throwable e) {
            throw Symbols.unexpected("getrlimit", e);
        }
    }

    public static long mmap(
            CallState state, long address, long length, int protection, int flags, int file) {
        try {
            return (long)
                    MMAP.invokeExact(state.memory, address, length, protection, flags, file, 0L);
        } catch (Throwable e) {
            throw Symbols.unexpected("mmap", e);
        }
    }

    public static int munmap(CallState state, long address, long length) {
        try {
            return (int) MUNMAP.invokeExact(state.memory, address, length);
        } catch (Throwable e) {
            throw Symbols.unexpected("munmap", e);
        }
    }
}
