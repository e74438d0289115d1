package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to frames, channels and senders: every message arrives once, in order and as it
 * was sent, or a break is told with the number of the last one.
 */
class MessageLinkFaultsTest {
    private static final int ROUNDS = 2_000;
    private static final int TURNS = 300;
    private static final int QUIET_TURNS = 20_000;
    private static final int FRAME_BYTES = FrameHeader.LENGTH_BYTES + 256;
    private static final int MESSAGE_MAX_BYTES = 2_000;
    private static final int UNKNOWN = -1;

    private final long firstSeed = System.nanoTime();
    private long breaks;
    private long messages;

    @Test
    void shouldDeliverEachMessageOnceOrTellOfABreak() {
        System.out.println("seeds from " + firstSeed);
        for (int round = 0; round < ROUNDS; round++) {
            new Scene(firstSeed + round).play();
        }
        System.out.printf("%,d messages, %,d breaks%n", messages, breaks);
        assertThat(breaks).isPositive();
    }

    /** Two ends that send to each other, of which either may begin a new life. */
    private final class Scene {
        private final long seed;
        private final Random random;
        private final UnreliableChannel there;
        private final UnreliableChannel back;
        private final boolean hasRestarts;
        private final End a;
        private final End b;
        private long nowNs;

        Scene(long seed) {
            this.seed = seed;
            random = new Random(seed);
            double rate = random.nextInt(4) * 0.1;
            there = new UnreliableChannel(random, FRAME_BYTES, rate);
            back = new UnreliableChannel(random, FRAME_BYTES, rate);
            hasRestarts = random.nextInt(3) == 0;
            a = new End(there, back);
            b = new End(back, there);
            a.peer = b;
            b.peer = a;
        }

        void play() {
            for (int turn = 0; turn < TURNS; turn++) {
                a.act();
                b.act();
                disturb();
                pass();
            }
            there.heal();
            back.heal();
            int turn = 0;
            while (turn++ < QUIET_TURNS && !(a.isDone() && b.isDone())) {
                a.work();
                b.work();
                pass();
            }
            a.checkEnd();
            b.checkEnd();
        }

        private void pass() {
            nowNs += TimeUnit.MILLISECONDS.toNanos(random.nextInt(20));
        }

        private void disturb() {
            if (random.nextInt(30) == 0) {
                (random.nextBoolean() ? there : back).breakStream();
            }
            if (hasRestarts && random.nextInt(100) == 0) {
                (random.nextBoolean() ? a : b).restart();
            }
        }

        /** One end, and what it knows of the other. */
        private final class End implements MessageHandler {
            private final UnreliableChannel out;
            private final UnreliableChannel in;
            private MessageLink link;
            private End peer = this;
            private int life;
            private long offered;
            private int heardLife = UNKNOWN;
            private int nextLifeMin;
            private long heard;
            private boolean wasRestarted;

            End(UnreliableChannel out, UnreliableChannel in) {
                this.out = out;
                this.in = in;
                link = link();
            }

            private MessageLink link() {
                return new MessageLink(
                        out.sender(),
                        in.receiver(),
                        FrameOrigin.newborn(1, 1),
                        MESSAGE_MAX_BYTES,
                        MESSAGE_MAX_BYTES,
                        new FrameCounters());
            }

            void restart() {
                life++;
                offered = 0;
                heard = 0;
                heardLife = UNKNOWN;
                nextLifeMin = 0;
                wasRestarted = true;
                link = link();
            }

            void act() {
                if (random.nextInt(3) == 0) {
                    ByteBuffer next = message(life, offered + 1);
                    offered += link.offer(1, next, 0, next.capacity()) ? 1 : 0;
                }
                work();
            }

            void work() {
                if (random.nextInt(4) > 0) {
                    link.poll(this);
                }
                link.doWork(nowNs);
            }

            boolean isDone() {
                return link.isAllAcknowledged() && peer.heardAll(life, offered);
            }

            /** What was acknowledged in a former life need not be heard again. */
            private boolean heardAll(int peerLife, long count) {
                return count == 0 || wasRestarted || (heardLife == peerLife && heard == count);
            }

            void checkEnd() {
                assertThat(isDone())
                        .as(
                                "seed %d: %d messages of life %d, heard %d of life %d",
                                seed, peer.offered, peer.life, heard, heardLife)
                        .isTrue();
                assertThat(link.isAllSent()).isTrue();
            }

            @Override
            public void onMessage(int kind, int sender, long number, ByteBuffer bytes, int length) {
                messages++;
                int sentLife = bytes.getInt(0);
                if (heardLife == UNKNOWN) {
                    heardLife = sentLife;
                    assertThat(sentLife).as("seed %d", seed).isGreaterThanOrEqualTo(nextLifeMin);
                }
                assertThat(sentLife).as("seed %d", seed).isEqualTo(heardLife);
                assertThat(number).as("seed %d", seed).isEqualTo(heard + 1);
                assertThat(bytes.clear().limit(length))
                        .as("seed %d", seed)
                        .isEqualTo(message(sentLife, number));
                heard = number;
            }

            @Override
            public void onBreak(MessageBreak gap) {
                breaks++;
                assertThat(hasRestarts).as("seed %d: %s", seed, gap).isTrue();
                assertThat(gap.lastDelivered()).as("seed %d", seed).isEqualTo(heard);
                heard = gap.nextNumber() - 1;
                nextLifeMin = gap.isOtherSender() ? heardLife + 1 : heardLife;
                heardLife = UNKNOWN;
            }
        }

        /** What is message {@code number} of a life, whoever asks. */
        private ByteBuffer message(int life, long number) {
            var content = new Random(seed * 31 + life * 1_000_003L + number);
            byte[] bytes = new byte[12 + content.nextInt(MESSAGE_MAX_BYTES - 12)];
            content.nextBytes(bytes);
            return ByteBuffer.allocateDirect(bytes.length)
                    .put(bytes)
                    .putInt(0, life)
                    .putLong(4, number)
                    .clear();
        }
    }
}
