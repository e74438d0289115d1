package org.boltmesh.driver.verbs.ffi;

/** Constants of the C headers, names verbatim. A test compares each with the header's. */
public final class Constants {
    private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");

    public static final int IBV_QPT_UC = 3;
    public static final int IBV_WR_SEND = 2;
    public static final int IBV_SEND_SIGNALED = 1 << 1;
    public static final int IBV_WC_SUCCESS = 0;
    public static final int IBV_WC_RECV = 1 << 7;

    public static final int IBV_QPS_INIT = 1;
    public static final int IBV_QPS_RTR = 2;
    public static final int IBV_QPS_RTS = 3;

    public static final int IBV_QP_STATE = 1;
    public static final int IBV_QP_ACCESS_FLAGS = 1 << 3;
    public static final int IBV_QP_PKEY_INDEX = 1 << 4;
    public static final int IBV_QP_PORT = 1 << 5;
    public static final int IBV_QP_AV = 1 << 7;
    public static final int IBV_QP_PATH_MTU = 1 << 8;
    public static final int IBV_QP_RQ_PSN = 1 << 12;
    public static final int IBV_QP_SQ_PSN = 1 << 16;
    public static final int IBV_QP_CAP = 1 << 19;
    public static final int IBV_QP_DEST_QPN = 1 << 20;

    public static final int RTLD_NOW = 2;
    public static final int PROT_READ = 1;
    public static final int PROT_WRITE = 2;
    public static final int MAP_PRIVATE = 2;
    public static final int MAP_ANONYMOUS = MAC ? 0x1000 : 0x20;
    public static final long MAP_FAILED = -1;
    public static final int RLIMIT_MEMLOCK = MAC ? 6 : 8;
    public static final long RLIM_INFINITY = MAC ? Long.MAX_VALUE : -1;

    private Constants() {}
}
