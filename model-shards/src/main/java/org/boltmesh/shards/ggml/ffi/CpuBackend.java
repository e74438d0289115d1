package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * Functions that a backend's registry gives the addresses of ({@code
 * ggml_backend_reg_get_proc_address}), called by address: they have no symbol where backends are
 * loaded as plugins. Called rarely, so a handle is made for each call.
 */
public final class CpuBackend {
    private CpuBackend() {}

    /** {@code ggml_threadpool_t ggml_threadpool_new(struct ggml_threadpool_params *)}. */
    public static long ggml_threadpool_new(long function, long params) {
        return callLong(function, "ggml_threadpool_new", params);
    }

    /** {@code void ggml_threadpool_free(ggml_threadpool_t)}. */
    public static void ggml_threadpool_free(long function, long threadpool) {
        MethodHandle handle = Symbols.function(function, FunctionDescriptor.ofVoid(JAVA_LONG));
        try {
            handle.invokeExact(threadpool);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_threadpool_free", e);
        }
    }

    /** {@code void ggml_backend_cpu_set_threadpool(ggml_backend_t, ggml_threadpool_t)}. */
    public static void ggml_backend_cpu_set_threadpool(
            long function, long backend, long threadpool) {
        MethodHandle handle =
                Symbols.function(function, FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
        try {
            handle.invokeExact(backend, threadpool);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_cpu_set_threadpool", e);
        }
    }

    /** {@code void ggml_backend_set_n_threads(ggml_backend_t, int)}. */
    public static void ggml_backend_set_n_threads(long function, long backend, int threads) {
        MethodHandle handle =
                Symbols.function(function, FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
        try {
            handle.invokeExact(backend, threads);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_set_n_threads", e);
        }
    }

    /**
     * {@code ggml_backend_buffer_type_t * ggml_backend_dev_get_extra_bufts(ggml_backend_dev_t)}.
     */
    public static long ggml_backend_dev_get_extra_bufts(long function, long device) {
        return callLong(function, "ggml_backend_dev_get_extra_bufts", device);
    }

    private static long callLong(long function, String name, long argument) {
        MethodHandle handle =
                Symbols.function(function, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
        try {
            return (long) handle.invokeExact(argument);
        } catch (Throwable e) {
            throw Symbols.unexpected(name, e);
        }
    }
}
