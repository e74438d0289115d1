package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.FrameVerdict;
import org.boltmesh.shards.channel.MemoryChannel;
import org.junit.jupiter.api.Test;

/** Messages in frames: whole, in order, and as often as they are sent. */
class FramedLinkTest {
    private static final int LENGTH = 2_000;
    private static final StageRole ROLE = new StageRole(3, 0, 2, new PipelineLimits(100, 8, 16));

    private final MemoryChannel channel = new MemoryChannel(4, 300 + 48);
    private final FrameCounters counters = new FrameCounters();
    private final FramedOutlet outlet = new FramedOutlet(channel.sender(), ROLE);
    private final FramedInlet inlet = new FramedInlet(channel.receiver(), 3, 4_096, counters);
    private final List<Long> steps = new ArrayList<>();
    private final MemorySegment buffer = Arena.ofAuto().allocate(4_096);

    @Test
    void shouldPushBackUntilALongMessageIsThrough() {
        MemorySegment message = message(5);
        int offers = 1;
        while (!outlet.offer(message, LENGTH)) {
            poll();
            offers++;
        }
        poll();
        assertThat(offers).isEqualTo(2);
        assertThat(steps).containsExactly(5L);
    }

    @Test
    void shouldDeliverAMessageThatIsSentAgain() {
        for (int i = 0; i < 10; i++) {
            send(message(5));
        }
        assertThat(steps).hasSize(10).containsOnly(5L);
    }

    @Test
    void shouldGiveUpAMessageForAnother() {
        assertThat(outlet.offer(message(5), LENGTH)).isFalse();
        poll();
        send(message(6));
        send(message(7));
        assertThat(steps).containsExactly(6L, 7L);
    }

    @Test
    void shouldGoOnAfterMessagesThatBreakLost() {
        for (int i = 0; i < 10; i++) {
            // The end of it is lost, and nobody notices.
            MemorySegment message = message(i);
            outlet.offer(message, LENGTH);
            poll();
            outlet.offer(message, LENGTH);
            channel.breakStream();
            poll();
            send(message(100 + i));
        }
        assertThat(steps).contains(100L, 105L, 109L);
    }

    @Test
    void shouldDropAnotherEpoch() {
        FramedOutlet old =
                new FramedOutlet(channel.sender(), new StageRole(2, 0, 2, ROLE.limits()));
        MemorySegment message = message(1);
        assertThat(old.offer(message, 100)).isTrue();
        poll();
        assertThat(steps).isEmpty();
        assertThat(counters.count(FrameVerdict.STALE_EPOCH)).isEqualTo(1);
    }

    private MemorySegment message(long step) {
        MessageHeader.write(buffer, MessageHeader.PLAN, 3, step, 0, LENGTH);
        return buffer;
    }

    private void send(MemorySegment message) {
        for (int turn = 0; turn < 10 && !outlet.offer(message, LENGTH); turn++) {
            poll();
        }
        poll();
    }

    private void poll() {
        int polled = 1;
        while (polled > 0) {
            polled =
                    inlet.poll(
                            (message, length) -> {
                                assertThat(MessageHeader.isSound(message, length)).isTrue();
                                steps.add(MessageHeader.step(message));
                            });
        }
    }
}
