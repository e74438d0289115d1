package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/** C functions of {@code ggml.h}, names verbatim. Pointers are addresses; zero is NULL. */
public final class Ggml {
    private static final MethodHandle GGML_FREE =
            Symbols.function("ggml_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_TENSOR_OVERHEAD =
            Symbols.function("ggml_tensor_overhead", FunctionDescriptor.of(JAVA_LONG));
    private static final MethodHandle GGML_GRAPH_OVERHEAD_CUSTOM =
            Symbols.function(
                    "ggml_graph_overhead_custom",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_BOOLEAN));
    private static final MethodHandle GGML_NBYTES =
            Symbols.function("ggml_nbytes", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_OP_DESC =
            Symbols.function("ggml_op_desc", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_LOG_SET =
            Symbols.function("ggml_log_set", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_NEW_TENSOR_1D =
            Symbols.function(
                    "ggml_new_tensor_1d",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG));
    private static final MethodHandle GGML_NEW_TENSOR_2D =
            Symbols.function(
                    "ggml_new_tensor_2d",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_NEW_TENSOR_3D =
            Symbols.function(
                    "ggml_new_tensor_3d",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_SET_NAME =
            Symbols.function(
                    "ggml_set_name", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_SET_INPUT =
            Symbols.function("ggml_set_input", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_SET_OUTPUT =
            Symbols.function("ggml_set_output", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_ADD =
            Symbols.function(
                    "ggml_add", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_MUL =
            Symbols.function(
                    "ggml_mul", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_CONCAT =
            Symbols.function(
                    "ggml_concat",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle GGML_SILU =
            Symbols.function("ggml_silu", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_RMS_NORM =
            Symbols.function(
                    "ggml_rms_norm",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_FLOAT));
    private static final MethodHandle GGML_MUL_MAT =
            Symbols.function(
                    "ggml_mul_mat",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_CONT =
            Symbols.function("ggml_cont", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_CONT_2D =
            Symbols.function(
                    "ggml_cont_2d",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_CPY =
            Symbols.function(
                    "ggml_cpy", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_GET_ROWS =
            Symbols.function(
                    "ggml_get_rows",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_TRANSPOSE =
            Symbols.function(
                    "ggml_transpose", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_PERMUTE =
            Symbols.function(
                    "ggml_permute",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT,
                            JAVA_INT));
    private static final MethodHandle GGML_RESHAPE_2D =
            Symbols.function(
                    "ggml_reshape_2d",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_RESHAPE_3D =
            Symbols.function(
                    "ggml_reshape_3d",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_VIEW_2D =
            Symbols.function(
                    "ggml_view_2d",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                            JAVA_LONG));
    private static final MethodHandle GGML_VIEW_3D =
            Symbols.function(
                    "ggml_view_3d",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                            JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_SOFT_MAX_EXT =
            Symbols.function(
                    "ggml_soft_max_ext",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_FLOAT, JAVA_FLOAT));
    private static final MethodHandle GGML_ROPE_EXT =
            Symbols.function(
                    "ggml_rope_ext",
                    FunctionDescriptor.of(
                            JAVA_LONG,
                            JAVA_LONG,
                            JAVA_LONG,
                            JAVA_LONG,
                            JAVA_LONG,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_FLOAT,
                            JAVA_FLOAT,
                            JAVA_FLOAT,
                            JAVA_FLOAT,
                            JAVA_FLOAT,
                            JAVA_FLOAT));
    private static final MethodHandle GGML_NEW_GRAPH_CUSTOM =
            Symbols.function(
                    "ggml_new_graph_custom",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_BOOLEAN));
    private static final MethodHandle GGML_BUILD_FORWARD_EXPAND =
            Symbols.function(
                    "ggml_build_forward_expand", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_GRAPH_N_NODES =
            Symbols.function("ggml_graph_n_nodes", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle GGML_GRAPH_NODE =
            Symbols.function(
                    "ggml_graph_node", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle GGML_THREADPOOL_PARAMS_INIT =
            Symbols.function(
                    "ggml_threadpool_params_init", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));

    private Ggml() {}

    public static void ggml_free(long ctx) {
        try {
            GGML_FREE.invokeExact(ctx);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_free", e);
        }
    }

    public static long ggml_tensor_overhead() {
        try {
            return (long) GGML_TENSOR_OVERHEAD.invokeExact();
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_tensor_overhead", e);
        }
    }

    public static long ggml_graph_overhead_custom(long size, boolean grads) {
        try {
            return (long) GGML_GRAPH_OVERHEAD_CUSTOM.invokeExact(size, grads);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_graph_overhead_custom", e);
        }
    }

    public static long ggml_nbytes(long tensor) {
        try {
            return (long) GGML_NBYTES.invokeExact(tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_nbytes", e);
        }
    }

    public static long ggml_op_desc(long tensor) {
        try {
            return (long) GGML_OP_DESC.invokeExact(tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_op_desc", e);
        }
    }

    public static void ggml_log_set(long callback, long userData) {
        try {
            GGML_LOG_SET.invokeExact(callback, userData);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_log_set", e);
        }
    }

    public static long ggml_new_tensor_1d(long ctx, int type, long ne0) {
        try {
            return (long) GGML_NEW_TENSOR_1D.invokeExact(ctx, type, ne0);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_new_tensor_1d", e);
        }
    }

    public static long ggml_new_tensor_2d(long ctx, int type, long ne0, long ne1) {
        try {
            return (long) GGML_NEW_TENSOR_2D.invokeExact(ctx, type, ne0, ne1);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_new_tensor_2d", e);
        }
    }

    public static long ggml_new_tensor_3d(long ctx, int type, long ne0, long ne1, long ne2) {
        try {
            return (long) GGML_NEW_TENSOR_3D.invokeExact(ctx, type, ne0, ne1, ne2);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_new_tensor_3d", e);
        }
    }

    public static long ggml_set_name(long tensor, long name) {
        try {
            return (long) GGML_SET_NAME.invokeExact(tensor, name);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_set_name", e);
        }
    }

    public static void ggml_set_input(long tensor) {
        try {
            GGML_SET_INPUT.invokeExact(tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_set_input", e);
        }
    }

    public static void ggml_set_output(long tensor) {
        try {
            GGML_SET_OUTPUT.invokeExact(tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_set_output", e);
        }
    }

    public static long ggml_add(long ctx, long a, long b) {
        try {
            return (long) GGML_ADD.invokeExact(ctx, a, b);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_add", e);
        }
    }

    public static long ggml_mul(long ctx, long a, long b) {
        try {
            return (long) GGML_MUL.invokeExact(ctx, a, b);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_mul", e);
        }
    }

    public static long ggml_concat(long ctx, long a, long b, int dim) {
        try {
            return (long) GGML_CONCAT.invokeExact(ctx, a, b, dim);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_concat", e);
        }
    }

    public static long ggml_silu(long ctx, long a) {
        try {
            return (long) GGML_SILU.invokeExact(ctx, a);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_silu", e);
        }
    }

    public static long ggml_rms_norm(long ctx, long a, float eps) {
        try {
            return (long) GGML_RMS_NORM.invokeExact(ctx, a, eps);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_rms_norm", e);
        }
    }

    public static long ggml_mul_mat(long ctx, long a, long b) {
        try {
            return (long) GGML_MUL_MAT.invokeExact(ctx, a, b);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_mul_mat", e);
        }
    }

    public static long ggml_cont(long ctx, long a) {
        try {
            return (long) GGML_CONT.invokeExact(ctx, a);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_cont", e);
        }
    }

    public static long ggml_cont_2d(long ctx, long a, long ne0, long ne1) {
        try {
            return (long) GGML_CONT_2D.invokeExact(ctx, a, ne0, ne1);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_cont_2d", e);
        }
    }

    public static long ggml_cpy(long ctx, long a, long b) {
        try {
            return (long) GGML_CPY.invokeExact(ctx, a, b);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_cpy", e);
        }
    }

    public static long ggml_get_rows(long ctx, long a, long b) {
        try {
            return (long) GGML_GET_ROWS.invokeExact(ctx, a, b);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_get_rows", e);
        }
    }

    public static long ggml_transpose(long ctx, long a) {
        try {
            return (long) GGML_TRANSPOSE.invokeExact(ctx, a);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_transpose", e);
        }
    }

    public static long ggml_permute(long ctx, long a, int axis0, int axis1, int axis2, int axis3) {
        try {
            return (long) GGML_PERMUTE.invokeExact(ctx, a, axis0, axis1, axis2, axis3);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_permute", e);
        }
    }

    public static long ggml_reshape_2d(long ctx, long a, long ne0, long ne1) {
        try {
            return (long) GGML_RESHAPE_2D.invokeExact(ctx, a, ne0, ne1);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_reshape_2d", e);
        }
    }

    public static long ggml_reshape_3d(long ctx, long a, long ne0, long ne1, long ne2) {
        try {
            return (long) GGML_RESHAPE_3D.invokeExact(ctx, a, ne0, ne1, ne2);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_reshape_3d", e);
        }
    }

    public static long ggml_view_2d(long ctx, long a, long ne0, long ne1, long nb1, long offset) {
        try {
            return (long) GGML_VIEW_2D.invokeExact(ctx, a, ne0, ne1, nb1, offset);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_view_2d", e);
        }
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // as in C
    public static long ggml_view_3d(
            long ctx, long a, long ne0, long ne1, long ne2, long nb1, long nb2, long offset) {
        try {
            return (long) GGML_VIEW_3D.invokeExact(ctx, a, ne0, ne1, ne2, nb1, nb2, offset);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_view_3d", e);
        }
    }

    public static long ggml_soft_max_ext(long ctx, long a, long mask, float scale, float maxBias) {
        try {
            return (long) GGML_SOFT_MAX_EXT.invokeExact(ctx, a, mask, scale, maxBias);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_soft_max_ext", e);
        }
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // as in C
    public static long ggml_rope_ext(
            long ctx,
            long a,
            long b,
            long c,
            int nDims,
            int mode,
            int nCtxOrig,
            float freqBase,
            float freqScale,
            float extFactor,
            float attnFactor,
            float betaFast,
            float betaSlow) {
        try {
            return (long)
                    GGML_ROPE_EXT.invokeExact(
                            ctx,
                            a,
                            b,
                            c,
                            nDims,
                            mode,
                            nCtxOrig,
                            freqBase,
                            freqScale,
                            extFactor,
                            attnFactor,
                            betaFast,
                            betaSlow);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_rope_ext", e);
        }
    }

    public static long ggml_new_graph_custom(long ctx, long size, boolean grads) {
        try {
            return (long) GGML_NEW_GRAPH_CUSTOM.invokeExact(ctx, size, grads);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_new_graph_custom", e);
        }
    }

    public static void ggml_build_forward_expand(long graph, long tensor) {
        try {
            GGML_BUILD_FORWARD_EXPAND.invokeExact(graph, tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_build_forward_expand", e);
        }
    }

    public static int ggml_graph_n_nodes(long graph) {
        try {
            return (int) GGML_GRAPH_N_NODES.invokeExact(graph);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_graph_n_nodes", e);
        }
    }

    public static long ggml_graph_node(long graph, int index) {
        try {
            return (long) GGML_GRAPH_NODE.invokeExact(graph, index);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_graph_node", e);
        }
    }

    public static void ggml_threadpool_params_init(long params, int threads) {
        try {
            GGML_THREADPOOL_PARAMS_INIT.invokeExact(params, threads);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_threadpool_params_init", e);
        }
    }
}
