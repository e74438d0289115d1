package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.QueuePairStructs.QpAttr;

/** A step of a UC queue pair's state machine, as {@code ibv_modify_qp} wants it. */
sealed interface QueuePairChange {
    /** Fills a zeroed {@code struct ibv_qp_attr} and gives the mask of what counts in it. */
    int write(MemorySegment attr);

    /** What it is to become, in words. */
    String wanted();

    /** RESET to INIT. */
    record ToInit(int port) implements QueuePairChange {
        @Override
        public int write(MemorySegment attr) {
            attr.set(JAVA_INT, QpAttr.QP_STATE, Constants.IBV_QPS_INIT);
            attr.set(JAVA_SHORT, QpAttr.PKEY_INDEX, (short) 0);
            attr.set(JAVA_BYTE, QpAttr.PORT_NUM, (byte) port);
            attr.set(JAVA_INT, QpAttr.QP_ACCESS_FLAGS, VerbsProvider.Access.ALL);
            return Constants.IBV_QP_STATE
                    | Constants.IBV_QP_PKEY_INDEX
                    | Constants.IBV_QP_PORT
                    | Constants.IBV_QP_ACCESS_FLAGS;
        }

        @Override
        public String wanted() {
            return "in INIT on port " + port;
        }
    }

    /** INIT to RTR. The peer is one hop away. */
    record ToReceive(RemoteQueuePair remote, PathMtu mtu, int port, int gidIndex)
            implements QueuePairChange {
        @Override
        public int write(MemorySegment attr) {
            attr.set(JAVA_INT, QpAttr.QP_STATE, Constants.IBV_QPS_RTR);
            attr.set(JAVA_INT, QpAttr.PATH_MTU, mtu.code());
            attr.set(JAVA_INT, QpAttr.DEST_QP_NUM, remote.number());
            attr.set(JAVA_INT, QpAttr.RQ_PSN, remote.packetSequenceNumber());
            byte[] gid = remote.gid().bytes();
            MemorySegment.copy(gid, 0, attr, JAVA_BYTE, QpAttr.DGID, gid.length);
            attr.set(JAVA_BYTE, QpAttr.SGID_INDEX, (byte) gidIndex);
            attr.set(JAVA_BYTE, QpAttr.HOP_LIMIT, (byte) 1);
            attr.set(JAVA_SHORT, QpAttr.DLID, (short) remote.lid());
            attr.set(JAVA_BYTE, QpAttr.IS_GLOBAL, (byte) 1);
            attr.set(JAVA_BYTE, QpAttr.AH_PORT_NUM, (byte) port);
            return Constants.IBV_QP_STATE
                    | Constants.IBV_QP_AV
                    | Constants.IBV_QP_PATH_MTU
                    | Constants.IBV_QP_DEST_QPN
                    | Constants.IBV_QP_RQ_PSN;
        }

        @Override
        public String wanted() {
            return "in RTR from port %d, GID index %d, to %s with %s"
                    .formatted(port, gidIndex, remote, mtu);
        }
    }

    /** RTR to RTS. */
    record ToSend(int packetSequenceNumber) implements QueuePairChange {
        @Override
        public int write(MemorySegment attr) {
            attr.set(JAVA_INT, QpAttr.QP_STATE, Constants.IBV_QPS_RTS);
            attr.set(JAVA_INT, QpAttr.SQ_PSN, packetSequenceNumber);
            return Constants.IBV_QP_STATE | Constants.IBV_QP_SQ_PSN;
        }

        @Override
        public String wanted() {
            return "in RTS from packet %d on".formatted(packetSequenceNumber);
        }
    }
}
