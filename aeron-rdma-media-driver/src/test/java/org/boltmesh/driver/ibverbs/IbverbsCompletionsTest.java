package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.ffi.Constants;
import org.boltmesh.driver.verbs.ffi.WorkStructs.Wc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is made of a device's completions. */
class IbverbsCompletionsTest implements CompletionHandler {
    private record Done(long id, int status, int opcode) {}

    private final Arena arena = Arena.ofConfined();
    private final Deque<Done> done = new ArrayDeque<>();
    private final List<Integer> asked = new ArrayList<>();
    private final List<String> handed = new ArrayList<>();
    private final IbverbsCompletions completions =
            new IbverbsCompletions(9, FakeOps.poll(arena, this::onPoll), new Calls("f0"));
    private boolean broken;
    private long throwAt = -1;

    @AfterEach
    void close() {
        arena.close();
    }

    private int onPoll(long cq, int entries, long wc) {
        assertThat(cq).isEqualTo(9);
        asked.add(entries);
        int count = 0;
        while (count < entries && !done.isEmpty()) {
            write(
                    FakeOps.memory(wc + count * Wc.LENGTH_BYTES, Wc.LENGTH_BYTES),
                    done.removeFirst());
            count++;
        }
        return broken ? -1 : count;
    }

    private static void write(MemorySegment wc, Done done) {
        wc.set(JAVA_LONG, Wc.WR_ID, done.id);
        wc.set(JAVA_INT, Wc.STATUS, done.status);
        wc.set(JAVA_INT, Wc.OPCODE, done.opcode);
        wc.set(JAVA_INT, Wc.BYTE_LEN, 4096);
        wc.set(JAVA_INT, Wc.VENDOR_ERR, 66);
        wc.set(JAVA_INT, Wc.QP_NUM, 17);
    }

    @Override
    public void onSent(int queuePairNumber, long workRequestId) {
        if (workRequestId == throwAt) {
            throw new IllegalStateException("a fault in the handler");
        }
        handed.add("sent %d of %d".formatted(workRequestId, queuePairNumber));
    }

    @Override
    public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
        handed.add("received %d of %d: %d".formatted(workRequestId, queuePairNumber, lengthBytes));
    }

    @Override
    public void onFailed(
            int queuePairNumber, long workRequestId, CompletionStatus status, int vendorError) {
        handed.add(
                "failed %d of %d: %s, %d"
                        .formatted(workRequestId, queuePairNumber, status, vendorError));
    }

    private void sends(int count) {
        for (int id = 0; id < count; id++) {
            done.add(new Done(id, 0, 0));
        }
    }

    @Test
    void shouldTellSendsReceivesAndFailuresApart() {
        done.add(new Done(1, 0, 0));
        done.add(new Done(2, 0, Constants.IBV_WC_RECV));
        done.add(new Done(3, 5, 12345));
        done.add(new Done(4, 99, Constants.IBV_WC_RECV));

        assertThat(completions.poll(this, 16)).isEqualTo(4);
        assertThat(handed)
                .containsExactly(
                        "sent 1 of 17",
                        "received 2 of 17: 4096",
                        "failed 3 of 17: WR_FLUSH_ERR, 66",
                        "failed 4 of 17: GENERAL_ERR, 66");
        assertThat(completions.poll(this, 16)).isZero();
    }

    @Test
    void shouldTakeNoMoreThanTheLimit() {
        sends(5);

        assertThat(completions.poll(this, 2)).isEqualTo(2);
        assertThat(completions.poll(this, 0)).isZero();
        assertThat(completions.poll(this, 9)).isEqualTo(3);
        assertThat(asked).containsExactly(2, 9);
    }

    @Test
    void shouldPollAgainWhereTheLimitIsMoreThanABatch() {
        sends(70);

        assertThat(completions.poll(this, 100)).isEqualTo(70);
        assertThat(handed).hasSize(70).endsWith("sent 69 of 17");
        assertThat(asked).containsExactly(32, 32, 32);
    }

    @Test
    void shouldHandOverTheRestAfterAHandlerThrew() {
        sends(4);
        throwAt = 1;

        assertThatThrownBy(() -> completions.poll(this, 16)).hasMessageContaining("fault");
        assertThat(completions.poll(this, 1)).isEqualTo(1);
        assertThat(completions.poll(this, 16)).isEqualTo(1);
        assertThat(handed).containsExactly("sent 0 of 17", "sent 2 of 17", "sent 3 of 17");
    }

    @Test
    void shouldGiveAnErrorOnlyWhenNothingWasHandedOver() {
        broken = true;

        assertThat(completions.poll(this, 16)).isEqualTo(-Errno.EIO);
        assertThat(handed).isEmpty();
    }
}
