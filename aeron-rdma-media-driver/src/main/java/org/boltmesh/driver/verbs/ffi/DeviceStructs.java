package org.boltmesh.driver.verbs.ffi;

import static org.boltmesh.driver.verbs.ffi.Layouts.bytes;
import static org.boltmesh.driver.verbs.ffi.Layouts.offset;
import static org.boltmesh.driver.verbs.ffi.Layouts.padding;
import static org.boltmesh.driver.verbs.ffi.Layouts.pointer;
import static org.boltmesh.driver.verbs.ffi.Layouts.struct;
import static org.boltmesh.driver.verbs.ffi.Layouts.u16;
import static org.boltmesh.driver.verbs.ffi.Layouts.u32;
import static org.boltmesh.driver.verbs.ffi.Layouts.u64;
import static org.boltmesh.driver.verbs.ffi.Layouts.u8;

import java.lang.foreign.StructLayout;

/** Structs about a device and its memory. */
public final class DeviceStructs {
    private DeviceStructs() {}

    /** {@code struct ibv_context}, up to the last function pointer in use. */
    public static final class Context {
        public static final StructLayout LAYOUT =
                struct(
                        "prefix struct ibv_context",
                        pointer("device"),
                        struct(
                                "ops",
                                padding(11 * 8),
                                pointer("poll_cq"),
                                padding(13 * 8),
                                pointer("post_send"),
                                pointer("post_recv")));
        public static final long POLL_CQ = offset(LAYOUT, "ops", "poll_cq");
        public static final long POST_SEND = offset(LAYOUT, "ops", "post_send");
        public static final long POST_RECV = offset(LAYOUT, "ops", "post_recv");

        private Context() {}
    }

    /** {@code struct ibv_device_attr}. */
    public static final class DeviceAttr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_device_attr",
                        bytes("fw_ver", 64),
                        u64("node_guid"),
                        u64("sys_image_guid"),
                        u64("max_mr_size"),
                        u64("page_size_cap"),
                        padding(3 * 4),
                        u32("max_qp"),
                        u32("max_qp_wr"),
                        padding(4 * 4),
                        u32("max_cqe"),
                        u32("max_mr"),
                        padding(21 * 4),
                        u16("max_pkeys"),
                        u8("local_ca_ack_delay"),
                        u8("phys_port_cnt"),
                        padding(4));
        public static final long MAX_QP = offset(LAYOUT, "max_qp");
        public static final long MAX_QP_WR = offset(LAYOUT, "max_qp_wr");
        public static final long MAX_CQE = offset(LAYOUT, "max_cqe");
        public static final long MAX_MR = offset(LAYOUT, "max_mr");
        public static final long PHYS_PORT_CNT = offset(LAYOUT, "phys_port_cnt");

        private DeviceAttr() {}
    }

    /** {@code struct ibv_port_attr}. The exported function fills a shorter, older form of it. */
    public static final class PortAttr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_port_attr",
                        u32("state"),
                        u32("max_mtu"),
                        u32("active_mtu"),
                        u32("gid_tbl_len"),
                        u32("port_cap_flags"),
                        u32("max_msg_sz"),
                        padding(2 * 4 + 2),
                        u16("lid"),
                        padding(12),
                        u16("port_cap_flags2"),
                        padding(2));
        public static final long STATE = offset(LAYOUT, "state");
        public static final long ACTIVE_MTU = offset(LAYOUT, "active_mtu");
        public static final long GID_TBL_LEN = offset(LAYOUT, "gid_tbl_len");
        public static final long LID = offset(LAYOUT, "lid");

        private PortAttr() {}
    }

    /** {@code struct ibv_mr}, up to its local key. */
    public static final class Mr {
        public static final StructLayout LAYOUT =
                struct(
                        "prefix struct ibv_mr",
                        pointer("context"),
                        pointer("pd"),
                        pointer("addr"),
                        u64("length"),
                        u32("handle"),
                        u32("lkey"));
        public static final long LKEY = offset(LAYOUT, "lkey");

        private Mr() {}
    }
}
