package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CreditsTest {
    private static final int WINDOW = 16;
    private static final long SETTLE_NS = 1_000_000;

    private final SendCredits sender = new SendCredits();
    private final ReceiveCredits receiver = new ReceiveCredits(WINDOW, SETTLE_NS);

    private void sendAll() {
        while (sender.isAvailable()) {
            sender.onPosted();
            sender.onCompleted();
        }
    }

    @Test
    void shouldSendNothingBeforeTheReceiverIsThere() {
        assertThat(sender.isAvailable()).isFalse();
        sender.open(WINDOW);
        sendAll();
        assertThat(sender.next()).isEqualTo(WINDOW);
    }

    @Test
    void shouldIgnoreLimitsThatComeAgainLateOrBeyondReason() {
        sender.open(WINDOW);
        sendAll();
        assertThat(sender.onLimit(20)).isTrue();
        assertThat(sender.onLimit(18)).isTrue();
        assertThat(sender.onLimit(20)).isTrue();
        assertThat(sender.limit()).isEqualTo(20);
        assertThat(sender.onLimit(2 * WINDOW + 1)).isFalse();
        assertThat(sender.onLimit(Long.MAX_VALUE)).isFalse();
        assertThat(sender.onLimit(Long.MIN_VALUE)).isTrue();
        assertThat(sender.limit()).isEqualTo(20);
    }

    @Test
    void shouldAnnounceInQuartersOfTheWindow() {
        receiver.onSeen(2);
        assertThat(receiver.isUpdateDue()).isFalse();
        receiver.onSeen(3);
        assertThat(receiver.isUpdateDue()).isTrue();
        receiver.onAnnounced();
        assertThat(receiver.isUpdateDue()).isFalse();
        assertThat(receiver.limit()).isEqualTo(4 + WINDOW);
    }

    @Test
    void shouldCountWhatAMessageOvertookAsPassed() {
        receiver.onSeen(9);
        receiver.onSeen(3);
        assertThat(receiver.limit()).isEqualTo(10 + WINDOW);
    }

    @Test
    void shouldHealAWindowThatWasLostEntirely() {
        sender.open(WINDOW);
        sendAll();
        assertThat(receiver.onStated(sender.completed(), 0)).isTrue();
        receiver.onQuiet(SETTLE_NS - 1);
        assertThat(receiver.limit()).as("it may still be on the wire").isEqualTo(WINDOW);

        receiver.onStated(sender.completed(), SETTLE_NS - 1);
        receiver.onQuiet(SETTLE_NS);
        assertThat(receiver.limit()).isEqualTo(2 * WINDOW);
        assertThat(sender.onLimit(receiver.limit())).isTrue();
        assertThat(sender.isAvailable()).isTrue();
    }

    @Test
    void shouldNotBelieveStatementsBeyondReason() {
        assertThat(receiver.onStated(Long.MAX_VALUE, 0)).isFalse();
        assertThat(receiver.onStated(Long.MIN_VALUE, 0)).isTrue();
        receiver.onQuiet(SETTLE_NS);
        assertThat(receiver.limit()).isEqualTo(WINDOW);
    }

    @Test
    void shouldGoOnWhateverIsLostOrComesLate() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        sender.open(WINDOW);
        long oldLimit = WINDOW;
        long oldStated = 0;
        for (long round = 1; round < 20_000; round++) {
            long nowNs = round * SETTLE_NS / 3;
            boolean cut = round / 100 % 3 == 0;
            while (sender.isAvailable() && random.nextInt(8) != 0) {
                if (!cut && random.nextInt(3) != 0) {
                    receiver.onSeen(sender.next());
                }
                sender.onPosted();
                sender.onCompleted();
            }
            assertThat(sender.next()).isLessThanOrEqualTo(receiver.limit());
            if (!cut && random.nextInt(4) == 0) {
                boolean old = random.nextBoolean();
                assertThat(receiver.onStated(old ? oldStated : sender.completed(), nowNs)).isTrue();
                assertThat(sender.onLimit(old ? oldLimit : receiver.limit())).isTrue();
                oldStated = sender.completed();
                oldLimit = receiver.limit();
            }
            receiver.onQuiet(nowNs);
        }
        assertThat(sender.next()).as("seed %d", seed).isGreaterThan(2_000L);
    }
}
