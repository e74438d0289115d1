package org.boltmesh.driver.verbs.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * C functions that the verbs library exports, names verbatim. Pointers are addresses; zero is NULL.
 * Some of these names are macros in {@code verbs.h}; the exported functions behind them need no
 * more than what is given here.
 */
public final class Ibverbs {
    private static final MethodHandle IBV_GET_DEVICE_LIST =
            Symbols.functionWithErrno(
                    "ibv_get_device_list", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle IBV_FREE_DEVICE_LIST =
            Symbols.function("ibv_free_device_list", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle IBV_GET_DEVICE_NAME =
            Symbols.function("ibv_get_device_name", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle IBV_OPEN_DEVICE =
            Symbols.functionWithErrno(
                    "ibv_open_device", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle IBV_CLOSE_DEVICE =
            Symbols.functionWithErrno(
                    "ibv_close_device", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle IBV_QUERY_DEVICE =
            Symbols.functionWithErrno(
                    "ibv_query_device", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle IBV_QUERY_PORT =
            Symbols.functionWithErrno(
                    "ibv_query_port",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_BYTE, JAVA_LONG));
    private static final MethodHandle IBV_QUERY_GID =
            Symbols.functionWithErrno(
                    "ibv_query_gid",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_BYTE, JAVA_INT, JAVA_LONG));
    private static final MethodHandle IBV_ALLOC_PD =
            Symbols.functionWithErrno("ibv_alloc_pd", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle IBV_DEALLOC_PD =
            Symbols.functionWithErrno("ibv_dealloc_pd", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle IBV_REG_MR =
            Symbols.functionWithErrno(
                    "ibv_reg_mr",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle IBV_DEREG_MR =
            Symbols.functionWithErrno("ibv_dereg_mr", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle IBV_CREATE_CQ =
            Symbols.functionWithErrno(
                    "ibv_create_cq",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle IBV_DESTROY_CQ =
            Symbols.functionWithErrno("ibv_destroy_cq", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    private static final MethodHandle IBV_CREATE_QP =
            Symbols.functionWithErrno(
                    "ibv_create_qp", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle IBV_MODIFY_QP =
            Symbols.functionWithErrno(
                    "ibv_modify_qp",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle IBV_QUERY_QP =
            Symbols.functionWithErrno(
                    "ibv_query_qp",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG));
    private static final MethodHandle IBV_DESTROY_QP =
            Symbols.functionWithErrno("ibv_destroy_qp", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));

    private Ibverbs() {}

    public static long ibv_get_device_list(CallState state, long numDevices) {
        try {
            return (long) IBV_GET_DEVICE_LIST.invokeExact(state.memory, numDevices);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_get_device_list", e);
        }
    }

    public static void ibv_free_device_list(long list) {
        try {
            IBV_FREE_DEVICE_LIST.invokeExact(list);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_free_device_list", e);
        }
    }

    public static long ibv_get_device_name(long device) {
        try {
            return (long) IBV_GET_DEVICE_NAME.invokeExact(device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_get_device_name", e);
        }
    }

    public static long ibv_open_device(CallState state, long device) {
        try {
            return (long) IBV_OPEN_DEVICE.invokeExact(state.memory, device);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_open_device", e);
        }
    }

    public static int ibv_close_device(CallState state, long context) {
        try {
            return (int) IBV_CLOSE_DEVICE.invokeExact(state.memory, context);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_close_device", e);
        }
    }

    public static int ibv_query_device(CallState state, long context, long deviceAttr) {
        try {
            return (int) IBV_QUERY_DEVICE.invokeExact(state.memory, context, deviceAttr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_query_device", e);
        }
    }

    public static int ibv_query_port(CallState state, long context, byte portNum, long portAttr) {
        try {
            return (int) IBV_QUERY_PORT.invokeExact(state.memory, context, portNum, portAttr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_query_port", e);
        }
    }

    public static int ibv_query_gid(
            CallState state, long context, byte portNum, int index, long gid) {
        try {
            return (int) IBV_QUERY_GID.invokeExact(state.memory, context, portNum, index, gid);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_query_gid", e);
        }
    }

    public static long ibv_alloc_pd(CallState state, long context) {
        try {
            return (long) IBV_ALLOC_PD.invokeExact(state.memory, context);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_alloc_pd", e);
        }
    }

    public static int ibv_dealloc_pd(CallState state, long pd) {
        try {
            return (int) IBV_DEALLOC_PD.invokeExact(state.memory, pd);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_dealloc_pd", e);
        }
    }

    public static long ibv_reg_mr(CallState state, long pd, long addr, long length, int access) {
        try {
            return (long) IBV_REG_MR.invokeExact(state.memory, pd, addr, length, access);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_reg_mr", e);
        }
    }

    public static int ibv_dereg_mr(CallState state, long mr) {
        try {
            return (int) IBV_DEREG_MR.invokeExact(state.memory, mr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_dereg_mr", e);
        }
    }

    public static long ibv_create_cq(
            CallState state, long context, int cqe, long cqContext, long channel, int compVector) {
        try {
            return (long)
                    IBV_CREATE_CQ.invokeExact(
                            state.memory, context, cqe, cqContext, channel, compVector);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_create_cq", e);
        }
    }

    public static int ibv_destroy_cq(CallState state, long cq) {
        try {
            return (int) IBV_DESTROY_CQ.invokeExact(state.memory, cq);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_destroy_cq", e);
        }
    }

    public static long ibv_create_qp(CallState state, long pd, long qpInitAttr) {
        try {
            return (long) IBV_CREATE_QP.invokeExact(state.memory, pd, qpInitAttr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_create_qp", e);
        }
    }

    public static int ibv_modify_qp(CallState state, long qp, long attr, int attrMask) {
        try {
            return (int) IBV_MODIFY_QP.invokeExact(state.memory, qp, attr, attrMask);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_modify_qp", e);
        }
    }

    public static int ibv_query_qp(
            CallState state, long qp, long attr, int attrMask, long initAttr) {
        try {
            return (int) IBV_QUERY_QP.invokeExact(state.memory, qp, attr, attrMask, initAttr);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_query_qp", e);
        }
    }

    public static int ibv_destroy_qp(CallState state, long qp) {
        try {
            return (int) IBV_DESTROY_QP.invokeExact(state.memory, qp);
        } catch (Throwable e) {
            throw Symbols.unexpected("ibv_destroy_qp", e);
        }
    }
}
