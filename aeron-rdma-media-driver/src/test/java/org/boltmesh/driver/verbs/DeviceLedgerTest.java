package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.boltmesh.driver.verbs.DeviceLedger.Kind;
import org.junit.jupiter.api.Test;

class DeviceLedgerTest {
    private final DeviceLedger ledger = new DeviceLedger("rdma_en3", 3, 1);

    @Test
    void shouldSayTheLimitAndWhoHoldsWhat() {
        ledger.hold(Kind.QUEUE_PAIR, "link to mac-2");
        ledger.hold(Kind.QUEUE_PAIR, "link to mac-2");
        ledger.hold(Kind.QUEUE_PAIR, "bench");

        assertThatThrownBy(() -> ledger.hold(Kind.QUEUE_PAIR, "link to mac-3"))
                .hasMessage(
                        "ibv_create_qp on rdma_en3 failed with EBUSY (16): wanted one more for link"
                                + " to mac-3, but all 3 queue pairs are held: 1 by bench, 2 by"
                                + " link to mac-2");
    }

    @Test
    void shouldCountEachKindForItself() {
        ledger.hold(Kind.REGION, "bench");
        ledger.hold(Kind.QUEUE_PAIR, "bench");

        assertThat(ledger.held(Kind.REGION)).isEqualTo(1);
        assertThat(ledger.limit(Kind.REGION)).isEqualTo(1);
        assertThat(ledger.held(Kind.QUEUE_PAIR)).isEqualTo(1);
    }

    @Test
    void shouldForgetWhatIsReleased() {
        ledger.hold(Kind.REGION, "bench");
        ledger.release(Kind.REGION, "bench");

        assertThat(ledger.describe(Kind.REGION)).isEqualTo("none");
        ledger.hold(Kind.REGION, "lane");
        assertThatIllegalStateException().isThrownBy(() -> ledger.release(Kind.REGION, "bench"));
    }
}
