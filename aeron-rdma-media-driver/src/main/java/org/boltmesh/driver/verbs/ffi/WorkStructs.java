package org.boltmesh.driver.verbs.ffi;

import static org.boltmesh.driver.verbs.ffi.Layouts.offset;
import static org.boltmesh.driver.verbs.ffi.Layouts.padding;
import static org.boltmesh.driver.verbs.ffi.Layouts.pointer;
import static org.boltmesh.driver.verbs.ffi.Layouts.struct;
import static org.boltmesh.driver.verbs.ffi.Layouts.u16;
import static org.boltmesh.driver.verbs.ffi.Layouts.u32;
import static org.boltmesh.driver.verbs.ffi.Layouts.u64;
import static org.boltmesh.driver.verbs.ffi.Layouts.u8;

import java.lang.foreign.StructLayout;

/** Structs that are posted and polled. */
public final class WorkStructs {
    private WorkStructs() {}

    /** {@code struct ibv_sge}: a piece of a memory region. */
    public static final class Sge {
        public static final StructLayout LAYOUT =
                struct("struct ibv_sge", u64("addr"), u32("length"), u32("lkey"));
        public static final long ADDR = offset(LAYOUT, "addr");
        public static final long LENGTH = offset(LAYOUT, "length");
        public static final long LKEY = offset(LAYOUT, "lkey");

        private Sge() {}
    }

    /** {@code struct ibv_send_wr}. */
    public static final class SendWr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_send_wr",
                        u64("wr_id"),
                        pointer("next"),
                        pointer("sg_list"),
                        u32("num_sge"),
                        u32("opcode"),
                        u32("send_flags"),
                        u32("imm_data"),
                        padding(88));
        public static final long WR_ID = offset(LAYOUT, "wr_id");
        public static final long SG_LIST = offset(LAYOUT, "sg_list");
        public static final long NUM_SGE = offset(LAYOUT, "num_sge");
        public static final long OPCODE = offset(LAYOUT, "opcode");
        public static final long SEND_FLAGS = offset(LAYOUT, "send_flags");

        private SendWr() {}
    }

    /** {@code struct ibv_recv_wr}. */
    public static final class RecvWr {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_recv_wr",
                        u64("wr_id"),
                        pointer("next"),
                        pointer("sg_list"),
                        u32("num_sge"),
                        padding(4));
        public static final long WR_ID = offset(LAYOUT, "wr_id");
        public static final long SG_LIST = offset(LAYOUT, "sg_list");
        public static final long NUM_SGE = offset(LAYOUT, "num_sge");

        private RecvWr() {}
    }

    /** {@code struct ibv_wc}: a completion. */
    public static final class Wc {
        public static final StructLayout LAYOUT =
                struct(
                        "struct ibv_wc",
                        u64("wr_id"),
                        u32("status"),
                        u32("opcode"),
                        u32("vendor_err"),
                        u32("byte_len"),
                        u32("imm_data"),
                        u32("qp_num"),
                        u32("src_qp"),
                        u32("wc_flags"),
                        u16("pkey_index"),
                        u16("slid"),
                        u8("sl"),
                        u8("dlid_path_bits"),
                        padding(2));
        public static final long LENGTH_BYTES = LAYOUT.byteSize();
        public static final long WR_ID = offset(LAYOUT, "wr_id");
        public static final long STATUS = offset(LAYOUT, "status");
        public static final long OPCODE = offset(LAYOUT, "opcode");
        public static final long VENDOR_ERR = offset(LAYOUT, "vendor_err");
        public static final long BYTE_LEN = offset(LAYOUT, "byte_len");
        public static final long QP_NUM = offset(LAYOUT, "qp_num");

        private Wc() {}
    }
}
