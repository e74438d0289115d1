package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.FrameHeader;
import org.boltmesh.shards.channel.FrameVerdict;
import org.junit.jupiter.api.Test;

/** Messages in frames: whole, in order, and as often as they are sent. */
class FramedLinkTest {
    private static final int LENGTH = 2_000;
    private static final int LENGTH_MAX = 4_096;
    private static final StageRole ROLE = new StageRole(3, 0, 2, new PipelineLimits(100, 8, 16));

    private final MemoryChannels channels = new MemoryChannels(4, 300 + FrameHeader.LENGTH_BYTES);
    private final FrameCounters counters = new FrameCounters();
    private final FramedLink outlet = opening(ROLE).outlet("there", 100, LENGTH_MAX, "back");
    private final FramedLink inlet = opening(ROLE).inlet("back", "there", LENGTH_MAX);
    private final List<Long> steps = new ArrayList<>();
    private final MemorySegment buffer = Arena.ofAuto().allocate(LENGTH_MAX);

    private OpenChannels opening(StageRole role) {
        return new OpenChannels(channels, role, counters, () -> 0);
    }

    @Test
    void shouldTakeAMessageThatTheChannelHasNoRoomFor() {
        assertThat(outlet.offer(message(5), LENGTH)).isTrue();
        assertThat(outlet.offer(message(6), LENGTH)).isTrue();
        assertThat(steps).isEmpty();
        run();
        assertThat(steps).containsExactly(5L, 6L);
    }

    @Test
    void shouldPushBackAndGoOn() {
        int taken = 0;
        while (outlet.offer(message(taken), LENGTH)) {
            taken++;
        }
        assertThat(taken).isEqualTo(4);
        run();
        assertThat(outlet.offer(message(taken), LENGTH)).isTrue();
        run();
        assertThat(steps).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void shouldDeliverAMessageThatIsSentAgain() {
        for (int i = 0; i < 10; i++) {
            send(message(5));
        }
        assertThat(steps).hasSize(10).containsOnly(5L);
    }

    @Test
    void shouldLoseNothingWhenChannelsBreak() {
        List<Long> wanted = new ArrayList<>();
        for (long i = 0; i < 10; i++) {
            outlet.offer(message(i), LENGTH);
            inlet.poll((_, _) -> steps.add(wanted.getLast() + 1)); // nothing whole yet
            channels.channel("there").breakStream();
            channels.channel("back").breakStream();
            wanted.add(i);
            run();
        }
        assertThat(steps).isEqualTo(wanted);
    }

    @Test
    void shouldDropAnotherEpoch() {
        FramedLink old =
                opening(new StageRole(2, 0, 2, ROLE.limits()))
                        .outlet("there", 100, LENGTH_MAX, "back");
        assertThat(old.offer(message(1), 100)).isTrue();
        run();
        assertThat(steps).isEmpty();
        assertThat(counters.count(FrameVerdict.STALE_EPOCH)).isEqualTo(1);
    }

    private MemorySegment message(long step) {
        MessageHeader.write(buffer, MessageHeader.PLAN, 3, step, 0, LENGTH);
        return buffer;
    }

    private void send(MemorySegment message) {
        while (!outlet.offer(message, LENGTH)) {
            run();
        }
        run();
    }

    private void run() {
        int work = 1;
        while (work > 0) {
            work =
                    outlet.doWork()
                            + inlet.poll(
                                    (message, length) -> {
                                        assertThat(MessageHeader.isSound(message, length)).isTrue();
                                        steps.add(MessageHeader.step(message));
                                    });
        }
    }
}
