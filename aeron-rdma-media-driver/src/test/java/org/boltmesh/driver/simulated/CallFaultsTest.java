package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallFaultsTest {
    @Test
    void shouldRefuseAsOftenAsAsked() {
        CallFaults faults = CallFaults.parse("refuse ibv_reg_mr 12 2;");

        assertThat(faults.enter(Verb.REG_MR)).isEqualTo(12);
        assertThat(faults.enter(Verb.CREATE_QP)).isZero();
        assertThat(faults.enter(Verb.REG_MR)).isEqualTo(12);
        assertThat(faults.enter(Verb.REG_MR)).isZero();
    }

    @Test
    void shouldHangUntilReleasedWhateverInterrupts() throws Exception {
        CallFaults faults = CallFaults.parse("hang ibv_modify_qp");
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    faults.enter(Verb.MODIFY_QP);
                                    interrupted.complete(Thread.currentThread().isInterrupted());
                                });
        Await.until(() -> faults.hanging(Verb.MODIFY_QP) == 1);
        thread.interrupt();
        assertThat(interrupted).isNotDone();

        faults.release(Verb.MODIFY_QP);
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(faults.enter(Verb.MODIFY_QP)).isZero();
    }

    @Test
    void shouldCrashAtThePointOfTheVerb() {
        AtomicInteger crashes = new AtomicInteger();
        CallFaults faults = new CallFaults(crashes::incrementAndGet);
        faults.point(Verb.POLL_CQ);
        faults.crash(Verb.POLL_CQ, 2);

        faults.point(Verb.POLL_CQ);
        faults.point(Verb.POST_SEND);
        assertThat(crashes).hasValue(0);
        faults.point(Verb.POLL_CQ);
        assertThat(crashes).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "refuse ibv_reg_mr 12",
                "hang",
                "crash ibv_poll_cq soon",
                "crash ibv_poll 1",
                "explode ibv_poll_cq"
            })
    void shouldSayWhatItWants(String text) {
        assertThatThrownBy(() -> CallFaults.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("want");
    }
}
