package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.ffi.QueuePairStructs.QpAttr;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueuePairChangeTest {
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment attr = arena.allocate(QpAttr.LAYOUT);

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void shouldAskForInit() {
        int mask = new QueuePairChange.ToInit(1).write(attr);

        assertThat(mask).isEqualTo(0x1 | 0x8 | 0x10 | 0x20);
        assertThat(attr.get(JAVA_INT, QpAttr.QP_STATE)).isEqualTo(1);
        assertThat(attr.get(JAVA_BYTE, QpAttr.PORT_NUM)).isEqualTo((byte) 1);
        assertThat(attr.get(JAVA_INT, QpAttr.QP_ACCESS_FLAGS)).isEqualTo(7);
    }

    @Test
    void shouldAskForAPathOfOneHop() {
        RemoteQueuePair remote = new RemoteQueuePair(Gid.ofIpv4(0x0A4D0002), 0xFFFE, 18, 7);
        QueuePairChange change = new QueuePairChange.ToReceive(remote, PathMtu.MTU_4096, 1, 200);

        assertThat(change.write(attr)).isEqualTo(0x1 | 0x80 | 0x100 | 0x1000 | 0x100000);
        assertThat(attr.get(JAVA_INT, QpAttr.QP_STATE)).isEqualTo(2);
        assertThat(attr.get(JAVA_INT, QpAttr.PATH_MTU)).isEqualTo(5);
        assertThat(attr.get(JAVA_INT, QpAttr.DEST_QP_NUM)).isEqualTo(18);
        assertThat(attr.get(JAVA_INT, QpAttr.RQ_PSN)).isEqualTo(7);
        assertThat(attr.get(JAVA_SHORT, QpAttr.DLID)).isEqualTo((short) 0xFFFE);
        assertThat(attr.get(JAVA_BYTE, QpAttr.SGID_INDEX)).isEqualTo((byte) 200);
        assertThat(attr.get(JAVA_BYTE, QpAttr.HOP_LIMIT)).isEqualTo((byte) 1);
        assertThat(attr.get(JAVA_BYTE, QpAttr.IS_GLOBAL)).isEqualTo((byte) 1);
        assertThat(attr.get(JAVA_BYTE, QpAttr.AH_PORT_NUM)).isEqualTo((byte) 1);
        assertThat(attr.asSlice(QpAttr.DGID, 16).toArray(JAVA_BYTE))
                .isEqualTo(remote.gid().bytes());
        assertThat(change.wanted()).contains("GID index 200", "::ffff:10.77.0.2", "MTU_4096");
    }

    @Test
    void shouldAskForSending() {
        int mask = new QueuePairChange.ToSend(0xFFFFFF).write(attr);

        assertThat(mask).isEqualTo(0x1 | 0x10000);
        assertThat(attr.get(JAVA_INT, QpAttr.QP_STATE)).isEqualTo(3);
        assertThat(attr.get(JAVA_INT, QpAttr.SQ_PSN)).isEqualTo(0xFFFFFF);
    }
}
