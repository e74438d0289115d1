package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.WorkStructs.RecvWr;
import org.boltmesh.driver.verbs.ffi.WorkStructs.SendWr;
import org.boltmesh.driver.verbs.ffi.WorkStructs.Sge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a device's functions are given. */
class WorkRequestsTest {
    private static final long QP = 0x1234;
    private static final int LKEY = 0x77;

    private final Arena arena = Arena.ofConfined();
    private final List<String> seen = new ArrayList<>();
    private final IbverbsRegion region = FakeOps.region(arena, 8192, LKEY);
    private int result;

    @AfterEach
    void close() {
        arena.close();
    }

    private int onSend(long qp, long wr, long badWr) {
        MemorySegment send = FakeOps.memory(wr, SendWr.LAYOUT.byteSize());
        assertThat(qp).isEqualTo(QP);
        assertThat(badWr).isNotZero();
        assertThat(send.get(JAVA_LONG, 8)).as("next").isZero();
        assertThat(send.get(JAVA_INT, SendWr.NUM_SGE)).isEqualTo(1);
        assertThat(send.get(JAVA_INT, SendWr.OPCODE)).isEqualTo(Constants.IBV_WR_SEND);
        assertThat(send.get(JAVA_INT, SendWr.SEND_FLAGS)).isEqualTo(Constants.IBV_SEND_SIGNALED);
        see("send", send.get(JAVA_LONG, SendWr.WR_ID), send.get(JAVA_LONG, SendWr.SG_LIST));
        return result;
    }

    private int onReceive(long qp, long wr, long badWr) {
        MemorySegment receive = FakeOps.memory(wr, RecvWr.LAYOUT.byteSize());
        assertThat(qp).isEqualTo(QP);
        assertThat(badWr).isNotZero();
        assertThat(receive.get(JAVA_LONG, 8)).as("next").isZero();
        assertThat(receive.get(JAVA_INT, RecvWr.NUM_SGE)).isEqualTo(1);
        see(
                "receive",
                receive.get(JAVA_LONG, RecvWr.WR_ID),
                receive.get(JAVA_LONG, RecvWr.SG_LIST));
        return result;
    }

    private void see(String what, long id, long sgList) {
        MemorySegment sge = FakeOps.memory(sgList, Sge.LAYOUT.byteSize());
        assertThat(sge.get(JAVA_INT, Sge.LKEY)).isEqualTo(LKEY);
        long offset = sge.get(JAVA_LONG, Sge.ADDR) - region.memory().address();
        seen.add("%s %d: %d at %d".formatted(what, id, sge.get(JAVA_INT, Sge.LENGTH), offset));
    }

    @Test
    void shouldGiveTheDeviceWhatWasPosted() {
        try (WorkRequests requests = requests()) {
            assertThat(requests.postSend(5, region, 4096, 100)).isZero();
            assertThat(requests.postReceive(Long.MIN_VALUE, region, 0, 8192)).isZero();
            assertThat(requests.postSend(6, region, 64, 1)).isZero();
        }

        assertThat(seen)
                .containsExactly(
                        "send 5: 100 at 4096",
                        "receive -9223372036854775808: 8192 at 0",
                        "send 6: 1 at 64");
    }

    @Test
    void shouldGiveBackErrorNumbersOfEitherSign() {
        try (WorkRequests requests = requests()) {
            result = 12;
            assertThat(requests.postSend(1, region, 0, 1)).isEqualTo(12);
            result = -22;
            assertThat(requests.postReceive(1, region, 0, 1)).isEqualTo(22);
        }
    }

    private WorkRequests requests() {
        return new WorkRequests(
                QP, FakeOps.post(arena, this::onSend), FakeOps.post(arena, this::onReceive));
    }
}
