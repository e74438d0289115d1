package org.boltmesh.shards.ggml;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.ggml.ffi.CpuBackend;
import org.boltmesh.shards.ggml.ffi.Ggml;
import org.boltmesh.shards.ggml.ffi.GgmlBackend;

/** Computes graphs on one device. Not thread-safe: one thread owns it. */
public final class Backend implements AutoCloseable {
    /** Room for {@code ggml_threadpool_params}, which has 528 bytes so far. */
    private static final long THREADPOOL_PARAMS_BYTES = 1024;

    private static final long THREADPOOL_POLL = 520;

    /** How eagerly idle threads spin, 0 to 100: segments follow each other within microseconds. */
    private static final int POLL = 50;

    private final Device device;
    private final long address;
    private final long threadpool;

    private Backend(Device device, long address, long threadpool) {
        this.device = device;
        this.address = address;
        this.threadpool = threadpool;
    }

    /**
     * Starts a backend.
     *
     * @param threads for a processor; other devices have their own
     */
    public static Backend open(Device device, int threads) {
        long backend = GgmlBackend.ggml_backend_dev_init(device.address(), 0);
        if (backend == 0) {
            throw new GgmlUnavailableException("device %s did not start".formatted(device));
        }
        boolean pooled = device.kind() == Device.Kind.CPU && threads > 1;
        if (device.kind() == Device.Kind.CPU) {
            CpuBackend.ggml_backend_set_n_threads(
                    device.procAddress("ggml_backend_set_n_threads"), backend, threads);
        }
        return new Backend(device, backend, pooled ? attachPool(device, backend, threads) : 0);
    }

    private static long attachPool(Device device, long backend, int threads) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(THREADPOOL_PARAMS_BYTES, 8);
            Ggml.ggml_threadpool_params_init(params.address(), threads);
            params.set(JAVA_INT, THREADPOOL_POLL, POLL);
            long pool =
                    CpuBackend.ggml_threadpool_new(
                            device.procAddress("ggml_threadpool_new"), params.address());
            CpuBackend.ggml_backend_cpu_set_threadpool(
                    device.procAddress("ggml_backend_cpu_set_threadpool"), backend, pool);
            return pool;
        }
    }

    /** What it computes on. */
    public Device device() {
        return device;
    }

    /**
     * Computes a graph that has memory, and waits.
     *
     * @throws IllegalStateException when the backend reports a failure
     */
    public void compute(Graph graph) {
        int status = GgmlBackend.ggml_backend_graph_compute(address, graph.address());
        if (status != 0) {
            throw new IllegalStateException(
                    "ggml_backend_graph_compute on %s: status %d, want 0"
                            .formatted(device, status));
        }
    }

    @Override
    public void close() {
        GgmlBackend.ggml_backend_free(address);
        if (threadpool != 0) {
            CpuBackend.ggml_threadpool_free(device.procAddress("ggml_threadpool_free"), threadpool);
        }
    }
}
