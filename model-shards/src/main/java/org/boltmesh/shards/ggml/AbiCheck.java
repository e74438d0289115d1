package org.boltmesh.shards.ggml;

import org.boltmesh.shards.ggml.ffi.Ggml;
import org.boltmesh.shards.ggml.ffi.GgmlType;

/**
 * Compares what we know of ggml's structures with the loaded library, before anything relies on it.
 */
final class AbiCheck {
    private static final long TENSOR_OVERHEAD_BYTES = 368;
    private static final long F32_ROW_BYTES = 4 * 7;
    private static final long Q8_0_ROW_BYTES = 34 * 2;

    private AbiCheck() {}

    /**
     * Makes tensors and reads them back through both functions and offsets.
     *
     * @throws GgmlUnavailableException naming the first thing that differs
     */
    static void run() {
        expect("ggml_tensor_overhead()", Ggml.ggml_tensor_overhead(), TENSOR_OVERHEAD_BYTES);
        expect("ggml_row_size(F32, 7)", GgmlType.ggml_row_size(Tensor.F32, 7), F32_ROW_BYTES);
        expect("ggml_row_size(Q8_0, 64)", GgmlType.ggml_row_size(Tensor.Q8_0, 64), Q8_0_ROW_BYTES);
        try (Graph graph = new Graph(4)) {
            Tensor tensor = graph.tensor2d(Tensor.F16, 32, 3);
            tensor.dataAddress(0x1230);
            expect("ggml_tensor.data", Ggml.ggml_get_data(tensor.address()), 0x1230);
            expect("ggml_tensor.type", tensor.type(), Tensor.F16);
            expect("ggml_tensor.ne[1]", tensor.dimension(1), 3);
            expect("ggml_tensor.nb[1]", tensor.strideBytes(1), 64);
            expect("ggml_nbytes", Ggml.ggml_nbytes(tensor.address()), 192);
            Tensor view = graph.view2d(tensor, 32, 1, 64, 64);
            expect("ggml_tensor.view_offs", view.viewOffsetBytes(), 64);
        }
    }

    private static void expect(String what, long found, long wanted) {
        if (found != wanted) {
            throw new GgmlUnavailableException(
                    "%s is %d, want %d: this ggml has another binary interface than the ones Boltmesh knows"
                            .formatted(what, found, wanted));
        }
    }
}
