package org.boltmesh.driver.verbs.ffi;

import static org.boltmesh.driver.verbs.ffi.Layouts.bytes;
import static org.boltmesh.driver.verbs.ffi.Layouts.offset;
import static org.boltmesh.driver.verbs.ffi.Layouts.padding;
import static org.boltmesh.driver.verbs.ffi.Layouts.pointer;
import static org.boltmesh.driver.verbs.ffi.Layouts.struct;
import static org.boltmesh.driver.verbs.ffi.Layouts.u16;
import static org.boltmesh.driver.verbs.ffi.Layouts.u32;
import static org.boltmesh.driver.verbs.ffi.Layouts.u8;

import java.lang.foreign.StructLayout;

/** Structs about a queue pair. */
public final class QueuePairStructs {
    private QueuePairStructs() {}

    /** {@code struct ibv_qp}, up to its number. */
    public static final class Qp {
        public static final StructLayout LAYOUT =
                struct(
                        "prefix struct ibv_qp",
                        pointer("context"),
                        padding(5 * 8),
                        u32("handle"),
                        u32("qp_num"));
        public static final long QP_NUM = offset(LAYOUT, "qp_num");

        private Qp() {}
    }

    /** {@code struct ibv_qp_cap}. */
    public static final class QpCap {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_qp_cap",
                        u32("max_send_wr"),
                        u32("max_recv_wr"),
                        u32("max_send_sge"),
                        u32("max_recv_sge"),
                        u32("max_inline_data"));

        private QpCap() {}
    }

    /** {@code struct ibv_qp_init_attr}. */
    public static final class QpInitAttr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_qp_init_attr",
                        pointer("qp_context"),
                        pointer("send_cq"),
                        pointer("recv_cq"),
                        pointer("srq"),
                        QpCap.LAYOUT.withName("cap"),
                        u32("qp_type"),
                        u32("sq_sig_all"),
                        padding(4));
        public static final long SEND_CQ = offset(LAYOUT, "send_cq");
        public static final long RECV_CQ = offset(LAYOUT, "recv_cq");
        public static final long MAX_SEND_WR = offset(LAYOUT, "cap", "max_send_wr");
        public static final long MAX_RECV_WR = offset(LAYOUT, "cap", "max_recv_wr");
        public static final long MAX_SEND_SGE = offset(LAYOUT, "cap", "max_send_sge");
        public static final long MAX_RECV_SGE = offset(LAYOUT, "cap", "max_recv_sge");
        public static final long QP_TYPE = offset(LAYOUT, "qp_type");

        private QpInitAttr() {}
    }

    /** {@code struct ibv_ah_attr}: a path to a peer. */
    public static final class AhAttr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_ah_attr",
                        struct(
                                "grh",
                                bytes("dgid", 16),
                                u32("flow_label"),
                                u8("sgid_index"),
                                u8("hop_limit"),
                                u8("traffic_class"),
                                padding(1)),
                        u16("dlid"),
                        u8("sl"),
                        u8("src_path_bits"),
                        u8("static_rate"),
                        u8("is_global"),
                        u8("port_num"),
                        padding(1));

        private AhAttr() {}
    }

    /** {@code struct ibv_qp_attr}. */
    public static final class QpAttr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_qp_attr",
                        u32("qp_state"),
                        u32("cur_qp_state"),
                        u32("path_mtu"),
                        u32("path_mig_state"),
                        u32("qkey"),
                        u32("rq_psn"),
                        u32("sq_psn"),
                        u32("dest_qp_num"),
                        u32("qp_access_flags"),
                        QpCap.LAYOUT.withName("cap"),
                        AhAttr.LAYOUT.withName("ah_attr"),
                        AhAttr.LAYOUT.withName("alt_ah_attr"),
                        u16("pkey_index"),
                        padding(7),
                        u8("port_num"),
                        padding(6),
                        u32("rate_limit"),
                        padding(4));
        public static final long QP_STATE = offset(LAYOUT, "qp_state");
        public static final long PATH_MTU = offset(LAYOUT, "path_mtu");
        public static final long RQ_PSN = offset(LAYOUT, "rq_psn");
        public static final long SQ_PSN = offset(LAYOUT, "sq_psn");
        public static final long DEST_QP_NUM = offset(LAYOUT, "dest_qp_num");
        public static final long QP_ACCESS_FLAGS = offset(LAYOUT, "qp_access_flags");
        public static final long MAX_SEND_WR = offset(LAYOUT, "cap", "max_send_wr");
        public static final long MAX_RECV_WR = offset(LAYOUT, "cap", "max_recv_wr");
        public static final long DGID = offset(LAYOUT, "ah_attr", "grh", "dgid");
        public static final long SGID_INDEX = offset(LAYOUT, "ah_attr", "grh", "sgid_index");
        public static final long HOP_LIMIT = offset(LAYOUT, "ah_attr", "grh", "hop_limit");
        public static final long DLID = offset(LAYOUT, "ah_attr", "dlid");
        public static final long IS_GLOBAL = offset(LAYOUT, "ah_attr", "is_global");
        public static final long AH_PORT_NUM = offset(LAYOUT, "ah_attr", "port_num");
        public static final long PKEY_INDEX = offset(LAYOUT, "pkey_index");
        public static final long PORT_NUM = offset(LAYOUT, "port_num");

        private QpAttr() {}
    }
}
