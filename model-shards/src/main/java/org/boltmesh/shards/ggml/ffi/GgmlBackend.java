package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * C functions of {@code ggml-backend.h and ggml-alloc.h}, names verbatim. Pointers are addresses;
 * zero is NULL.
 */
public final class GgmlBackend {
    private static final MethodHandle GGML_BACKEND_LOAD_ALL_FROM_PATH =
            Symbols.function(
                    "ggml_backend_load_all_from_path", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_COUNT =
            Symbols.function("ggml_backend_dev_count", FunctionDescriptor.of(JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_GET =
            Symbols.function("ggml_backend_dev_get", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_NAME =
            Symbols.function("ggml_backend_dev_name", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_DESCRIPTION =
            Symbols.function(
                    "ggml_backend_dev_description", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_TYPE =
            Symbols.function("ggml_backend_dev_type", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_INIT =
            Symbols.function(
                    "ggml_backend_dev_init",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_BUFFER_TYPE =
            Symbols.function(
                    "ggml_backend_dev_buffer_type", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_BUFFER_FROM_HOST_PTR =
            Symbols.function(
                    "ggml_backend_dev_buffer_from_host_ptr",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_SUPPORTS_OP =
            Symbols.function(
                    "ggml_backend_dev_supports_op",
                    FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_DEV_BACKEND_REG =
            Symbols.function(
                    "ggml_backend_dev_backend_reg", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_REG_GET_PROC_ADDRESS =
            Symbols.function(
                    "ggml_backend_reg_get_proc_address",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_FREE =
            Symbols.function("ggml_backend_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_GRAPH_COMPUTE =
            Symbols.function(
                    "ggml_backend_graph_compute",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFT_NAME =
            Symbols.function("ggml_backend_buft_name", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFT_ALLOC_BUFFER =
            Symbols.function(
                    "ggml_backend_buft_alloc_buffer",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFT_GET_ALIGNMENT =
            Symbols.function(
                    "ggml_backend_buft_get_alignment", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFT_GET_ALLOC_SIZE =
            Symbols.function(
                    "ggml_backend_buft_get_alloc_size",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFFER_FREE =
            Symbols.function("ggml_backend_buffer_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFFER_GET_BASE =
            Symbols.function(
                    "ggml_backend_buffer_get_base", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFFER_GET_SIZE =
            Symbols.function(
                    "ggml_backend_buffer_get_size", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_BUFFER_CLEAR =
            Symbols.function(
                    "ggml_backend_buffer_clear", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    private static final MethodHandle GGML_BACKEND_BUFFER_SET_USAGE =
            Symbols.function(
                    "ggml_backend_buffer_set_usage",
                    FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    private static final MethodHandle GGML_BACKEND_TENSOR_ALLOC =
            Symbols.function(
                    "ggml_backend_tensor_alloc",
                    FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_TENSOR_SET =
            Symbols.function(
                    "ggml_backend_tensor_set",
                    FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_TENSOR_GET =
            Symbols.function(
                    "ggml_backend_tensor_get",
                    FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_BACKEND_TENSOR_MEMSET =
            Symbols.function(
                    "ggml_backend_tensor_memset",
                    FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_BYTE, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_GALLOCR_NEW =
            Symbols.function("ggml_gallocr_new", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_GALLOCR_FREE =
            Symbols.function("ggml_gallocr_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle GGML_GALLOCR_ALLOC_GRAPH =
            Symbols.function(
                    "ggml_gallocr_alloc_graph",
                    FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GGML_GALLOCR_GET_BUFFER_SIZE =
            Symbols.function(
                    "ggml_gallocr_get_buffer_size",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT));

    private GgmlBackend() {}

    public static void ggml_backend_load_all_from_path(long folder) {
        try {
            GGML_BACKEND_LOAD_ALL_FROM_PATH.invokeExact(folder);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_load_all_from_path", e);
        }
    }

    public static long ggml_backend_dev_count() {
        try {
            return (long) GGML_BACKEND_DEV_COUNT.invokeExact();
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_count", e);
        }
    }

    public static long ggml_backend_dev_get(long index) {
        try {
            return (long) GGML_BACKEND_DEV_GET.invokeExact(index);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_get", e);
        }
    }

    public static long ggml_backend_dev_name(long device) {
        try {
            return (long) GGML_BACKEND_DEV_NAME.invokeExact(device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_name", e);
        }
    }

    public static long ggml_backend_dev_description(long device) {
        try {
            return (long) GGML_BACKEND_DEV_DESCRIPTION.invokeExact(device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_description", e);
        }
    }

    public static int ggml_backend_dev_type(long device) {
        try {
            return (int) GGML_BACKEND_DEV_TYPE.invokeExact(device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_type", e);
        }
    }

    public static long ggml_backend_dev_init(long device, long params) {
        try {
            return (long) GGML_BACKEND_DEV_INIT.invokeExact(device, params);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_init", e);
        }
    }

    public static long ggml_backend_dev_buffer_type(long device) {
        try {
            return (long) GGML_BACKEND_DEV_BUFFER_TYPE.invokeExact(device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_buffer_type", e);
        }
    }

    public static long ggml_backend_dev_buffer_from_host_ptr(
            long device, long ptr, long size, long maxTensorSize) {
        try {
            return (long)
                    GGML_BACKEND_DEV_BUFFER_FROM_HOST_PTR.invokeExact(
                            device, ptr, size, maxTensorSize);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_buffer_from_host_ptr", e);
        }
    }

    public static boolean ggml_backend_dev_supports_op(long device, long op) {
        try {
            return (boolean) GGML_BACKEND_DEV_SUPPORTS_OP.invokeExact(device, op);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_supports_op", e);
        }
    }

    public static long ggml_backend_dev_backend_reg(long device) {
        try {
            return (long) GGML_BACKEND_DEV_BACKEND_REG.invokeExact(device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_dev_backend_reg", e);
        }
    }

    public static long ggml_backend_reg_get_proc_address(long reg, long name) {
        try {
            return (long) GGML_BACKEND_REG_GET_PROC_ADDRESS.invokeExact(reg, name);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_reg_get_proc_address", e);
        }
    }

    public static void ggml_backend_free(long backend) {
        try {
            GGML_BACKEND_FREE.invokeExact(backend);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_free", e);
        }
    }

    public static int ggml_backend_graph_compute(long backend, long graph) {
        try {
            return (int) GGML_BACKEND_GRAPH_COMPUTE.invokeExact(backend, graph);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_graph_compute", e);
        }
    }

    public static long ggml_backend_buft_name(long buft) {
        try {
            return (long) GGML_BACKEND_BUFT_NAME.invokeExact(buft);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buft_name", e);
        }
    }

    public static long ggml_backend_buft_alloc_buffer(long buft, long size) {
        try {
            return (long) GGML_BACKEND_BUFT_ALLOC_BUFFER.invokeExact(buft, size);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buft_alloc_buffer", e);
        }
    }

    public static long ggml_backend_buft_get_alignment(long buft) {
        try {
            return (long) GGML_BACKEND_BUFT_GET_ALIGNMENT.invokeExact(buft);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buft_get_alignment", e);
        }
    }

    public static long ggml_backend_buft_get_alloc_size(long buft, long tensor) {
        try {
            return (long) GGML_BACKEND_BUFT_GET_ALLOC_SIZE.invokeExact(buft, tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buft_get_alloc_size", e);
        }
    }

    public static void ggml_backend_buffer_free(long buffer) {
        try {
            GGML_BACKEND_BUFFER_FREE.invokeExact(buffer);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buffer_free", e);
        }
    }

    public static long ggml_backend_buffer_get_base(long buffer) {
        try {
            return (long) GGML_BACKEND_BUFFER_GET_BASE.invokeExact(buffer);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buffer_get_base", e);
        }
    }

    public static long ggml_backend_buffer_get_size(long buffer) {
        try {
            return (long) GGML_BACKEND_BUFFER_GET_SIZE.invokeExact(buffer);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buffer_get_size", e);
        }
    }

    public static void ggml_backend_buffer_clear(long buffer, int value) {
        try {
            GGML_BACKEND_BUFFER_CLEAR.invokeExact(buffer, value);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buffer_clear", e);
        }
    }

    public static void ggml_backend_buffer_set_usage(long buffer, int usage) {
        try {
            GGML_BACKEND_BUFFER_SET_USAGE.invokeExact(buffer, usage);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_buffer_set_usage", e);
        }
    }

    public static void ggml_backend_tensor_alloc(long buffer, long tensor, long addr) {
        try {
            GGML_BACKEND_TENSOR_ALLOC.invokeExact(buffer, tensor, addr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_tensor_alloc", e);
        }
    }

    public static void ggml_backend_tensor_set(long tensor, long data, long offset, long size) {
        try {
            GGML_BACKEND_TENSOR_SET.invokeExact(tensor, data, offset, size);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_tensor_set", e);
        }
    }

    public static void ggml_backend_tensor_get(long tensor, long data, long offset, long size) {
        try {
            GGML_BACKEND_TENSOR_GET.invokeExact(tensor, data, offset, size);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_tensor_get", e);
        }
    }

    public static void ggml_backend_tensor_memset(long tensor, byte value, long offset, long size) {
        try {
            GGML_BACKEND_TENSOR_MEMSET.invokeExact(tensor, value, offset, size);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_backend_tensor_memset", e);
        }
    }

    public static long ggml_gallocr_new(long buft) {
        try {
            return (long) GGML_GALLOCR_NEW.invokeExact(buft);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_gallocr_new", e);
        }
    }

    public static void ggml_gallocr_free(long galloc) {
        try {
            GGML_GALLOCR_FREE.invokeExact(galloc);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_gallocr_free", e);
        }
    }

    public static boolean ggml_gallocr_alloc_graph(long galloc, long graph) {
        try {
            return (boolean) GGML_GALLOCR_ALLOC_GRAPH.invokeExact(galloc, graph);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_gallocr_alloc_graph", e);
        }
    }

    public static long ggml_gallocr_get_buffer_size(long galloc, int bufferId) {
        try {
            return (long) GGML_GALLOCR_GET_BUFFER_SIZE.invokeExact(galloc, bufferId);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_gallocr_get_buffer_size", e);
        }
    }
}
