package org.boltmesh.shards.ggml;

import java.lang.foreign.Arena;
import java.util.Optional;
import org.boltmesh.shards.ggml.ffi.Ggml;
import org.boltmesh.shards.ggml.ffi.GgmlInit;
import org.boltmesh.shards.ggml.ffi.Symbols;
import org.jspecify.annotations.Nullable;

/**
 * A context with the tensors made in it, and a graph of those that are to be computed. Methods are
 * named after ggml's and give shapes in ggml's order, the fastest first. Not thread-safe.
 */
public final class Graph implements AutoCloseable {
    private final long context;
    private final long graph;

    /**
     * An empty graph.
     *
     * @param nodesMax tensors it can hold, views and leaves included
     */
    public Graph(int nodesMax) {
        long bytes =
                (nodesMax + 1) * Ggml.ggml_tensor_overhead()
                        + Ggml.ggml_graph_overhead_custom(nodesMax, false);
        this.context = GgmlInit.ggml_init(bytes);
        if (context == 0) {
            throw new OutOfMemoryError("ggml could not allocate a context of " + bytes + " bytes");
        }
        this.graph = Ggml.ggml_new_graph_custom(context, nodesMax, false);
    }

    long address() {
        return graph;
    }

    private static Tensor wrap(long address) {
        return new Tensor(address);
    }

    /** A tensor without memory: [columns]. */
    public Tensor tensor1d(int type, long columns) {
        return wrap(Ggml.ggml_new_tensor_1d(context, type, columns));
    }

    /** A tensor without memory: [columns, rows]. */
    public Tensor tensor2d(int type, long columns, long rows) {
        return wrap(Ggml.ggml_new_tensor_2d(context, type, columns, rows));
    }

    /** A tensor without memory: [columns, rows, planes]. */
    public Tensor tensor3d(int type, long columns, long rows, long planes) {
        return wrap(Ggml.ggml_new_tensor_3d(context, type, columns, rows, planes));
    }

    /** Marks a tensor that is filled from outside before the graph is computed. */
    public Tensor input(Tensor tensor) {
        Ggml.ggml_set_input(tensor.address());
        return tensor;
    }

    /** Computes a tensor and keeps it readable. */
    public Tensor output(Tensor tensor) {
        Ggml.ggml_set_output(tensor.address());
        return expand(tensor);
    }

    /** Computes a tensor after those that were expanded before. */
    public Tensor expand(Tensor tensor) {
        Ggml.ggml_build_forward_expand(graph, tensor.address());
        return tensor;
    }

    /** Names a tensor, for messages. */
    public Tensor name(Tensor tensor, String name) {
        try (Arena arena = Arena.ofConfined()) {
            Ggml.ggml_set_name(tensor.address(), arena.allocateFrom(name).address());
        }
        return tensor;
    }

    /** {@code a + b}; b is repeated over a's rows. */
    public Tensor add(Tensor a, Tensor b) {
        return wrap(Ggml.ggml_add(context, a.address(), b.address()));
    }

    /** {@code a * b} by elements; b is repeated over a's rows. */
    public Tensor mul(Tensor a, Tensor b) {
        return wrap(Ggml.ggml_mul(context, a.address(), b.address()));
    }

    /** a and b one after the other along an axis. */
    public Tensor concat(Tensor a, Tensor b, int axis) {
        return wrap(Ggml.ggml_concat(context, a.address(), b.address(), axis));
    }

    /** {@code a * sigmoid(a)}. */
    public Tensor silu(Tensor a) {
        return wrap(Ggml.ggml_silu(context, a.address()));
    }

    /** Each row divided by the root of its mean square plus epsilon. */
    public Tensor rmsNorm(Tensor a, float epsilon) {
        return wrap(Ggml.ggml_rms_norm(context, a.address(), epsilon));
    }

    /** a [k, m] and b [k, n] give [m, n]; a's planes are repeated over b's. */
    public Tensor mulMat(Tensor a, Tensor b) {
        return wrap(Ggml.ggml_mul_mat(context, a.address(), b.address()));
    }

    /** A contiguous copy. */
    public Tensor cont(Tensor a) {
        return wrap(Ggml.ggml_cont(context, a.address()));
    }

    /** A contiguous copy of another shape. */
    public Tensor cont2d(Tensor a, long columns, long rows) {
        return wrap(Ggml.ggml_cont_2d(context, a.address(), columns, rows));
    }

    /** Copies a into b's memory, converting; the result is a view of b. */
    public Tensor cpy(Tensor a, Tensor b) {
        return wrap(Ggml.ggml_cpy(context, a.address(), b.address()));
    }

    /** Rows of a by the indices b (I32), as F32. */
    public Tensor getRows(Tensor a, Tensor b) {
        return wrap(Ggml.ggml_get_rows(context, a.address(), b.address()));
    }

    /** A view with the first two axes exchanged. */
    public Tensor transpose(Tensor a) {
        return wrap(Ggml.ggml_transpose(context, a.address()));
    }

    /** A view with the second and third axes exchanged. */
    public Tensor swapRowsAndPlanes(Tensor a) {
        return wrap(Ggml.ggml_permute(context, a.address(), 0, 2, 1, 3));
    }

    /** The same contiguous memory as [columns, rows]. */
    public Tensor reshape2d(Tensor a, long columns, long rows) {
        return wrap(Ggml.ggml_reshape_2d(context, a.address(), columns, rows));
    }

    /** The same contiguous memory as [columns, rows, planes]. */
    public Tensor reshape3d(Tensor a, long columns, long rows, long planes) {
        return wrap(Ggml.ggml_reshape_3d(context, a.address(), columns, rows, planes));
    }

    /** A view [columns, rows] of a from an offset on. */
    public Tensor view2d(Tensor a, long columns, long rows, long rowStride, long offsetBytes) {
        return wrap(Ggml.ggml_view_2d(context, a.address(), columns, rows, rowStride, offsetBytes));
    }

    /** A view [columns, rows, planes] of a from an offset on; strides in bytes. */
    public Tensor view3d(
            Tensor a,
            long columns,
            long rows,
            long planes,
            long rowStride,
            long planeStride,
            long offsetBytes) {
        return wrap(
                Ggml.ggml_view_3d(
                        context,
                        a.address(),
                        columns,
                        rows,
                        planes,
                        rowStride,
                        planeStride,
                        offsetBytes));
    }

    /** {@code softmax(a * scale + mask)} over rows; mask [columns, rows] F32. */
    public Tensor softMax(Tensor a, Tensor mask, float scale) {
        return wrap(Ggml.ggml_soft_max_ext(context, a.address(), mask.address(), scale, 0));
    }

    /** Rotary position embedding of a [head size, heads, tokens] at positions (I32) [tokens]. */
    public Tensor rope(
            Tensor a, Tensor positions, @Nullable Tensor frequencyFactors, RopeOptions options) {
        final int neoxMode = 2;
        return wrap(
                Ggml.ggml_rope_ext(
                        context,
                        a.address(),
                        positions.address(),
                        frequencyFactors == null ? 0 : frequencyFactors.address(),
                        options.dimensions(),
                        options.neox() ? neoxMode : 0,
                        options.contextOriginal(),
                        options.frequencyBase(),
                        options.frequencyScale(),
                        options.extensionFactor(),
                        options.attentionFactor(),
                        options.betaFast(),
                        options.betaSlow()));
    }

    /** Nodes that are computed. */
    public int nodeCount() {
        return Ggml.ggml_graph_n_nodes(graph);
    }

    /** The first operation that a device cannot compute: asked before ggml would abort over it. */
    public Optional<String> firstUnsupported(Device device) {
        for (int index = 0; index < nodeCount(); index++) {
            Tensor node = wrap(Ggml.ggml_graph_node(graph, index));
            if (!device.supports(node)) {
                return Optional.of(Symbols.text(Ggml.ggml_op_desc(node.address())));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        Ggml.ggml_free(context);
    }
}
