package org.boltmesh.shards.ggml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.boltmesh.shards.ggml.ffi.AbiProbe;
import org.boltmesh.shards.ggml.ffi.Symbols;

/** Compares what we know of ggml with the library just loaded, before anything relies on it. */
final class AbiCheck {
    private static final long TENSOR_OVERHEAD_BYTES = 368;
    private static final long F32_ROW_BYTES = 4 * 7;
    private static final long Q8_0_ROW_BYTES = 34 * 2;

    private AbiCheck() {}

    /**
     * Asks for every function, makes tensors and reads them back through functions and offsets.
     *
     * @throws GgmlUnavailableException naming what is missing or differs
     */
    static void run() {
        List<String> missing = Symbols.missing();
        if (!missing.isEmpty()) {
            throw new GgmlUnavailableException(
                    "it lacks %s: too old, too new, or no ggml".formatted(missing));
        }
        AbiProbe probe = new AbiProbe();
        expect("ggml_tensor_overhead()", probe.ggml_tensor_overhead(), TENSOR_OVERHEAD_BYTES);
        expect("ggml_row_size(F32, 7)", probe.ggml_row_size(Tensor.F32, 7), F32_ROW_BYTES);
        expect("ggml_row_size(Q8_0, 64)", probe.ggml_row_size(Tensor.Q8_0, 64), Q8_0_ROW_BYTES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8 * TENSOR_OVERHEAD_BYTES, 64);
            long context = probe.ggml_init(memory, arena.allocate(24, 8));
            checkTensor(probe, context);
            probe.ggml_free(context);
        }
    }

    private static void checkTensor(AbiProbe probe, long context) {
        Tensor tensor = new Tensor(probe.ggml_new_tensor_2d(context, Tensor.F16, 32, 3));
        tensor.dataAddress(0x1230);
        expect("ggml_tensor.data", probe.ggml_get_data(tensor.address()), 0x1230);
        expect("ggml_tensor.type", tensor.type(), Tensor.F16);
        expect("ggml_tensor.ne[1]", tensor.dimension(1), 3);
        expect("ggml_tensor.nb[1]", tensor.strideBytes(1), 64);
        Tensor view = new Tensor(probe.ggml_view_1d(context, tensor.address(), 32, 64));
        expect("ggml_tensor.view_offs", view.viewOffsetBytes(), 64);
        expect("data of a view", probe.ggml_get_data(view.address()), 0x1230 + 64);
    }

    private static void expect(String what, long found, long wanted) {
        if (found != wanted) {
            throw new GgmlUnavailableException(
                    "%s is %d, want %d: its binary interface is not one that Boltmesh knows"
                            .formatted(what, found, wanted));
        }
    }
}
