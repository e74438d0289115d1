package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.boltmesh.shards.model.Step;
import org.junit.jupiter.api.Test;

class StepSchedulerTest {
    private final Step step = new Step();

    @Test
    void shouldHaveNothingToDoWithoutGenerations() {
        assertThat(new StepScheduler(2, 4, 1).compose(step)).isFalse();
    }

    @Test
    void shouldCutAPromptIntoMicroBatches() {
        var scheduler = new StepScheduler(1, 4, 1);
        Generation generation = offer(scheduler, 1, 10);
        assertThat(run(scheduler)).containsExactly("0:0+4");
        assertThat(run(scheduler)).containsExactly("0:4+4");
        assertThat(run(scheduler)).containsExactly("0:8+2!");
        assertThat(generation.uncomputed()).isZero();
    }

    @Test
    void shouldMixDecodeWithTheOldestPrompt() {
        var scheduler = new StepScheduler(4, 8, 4);
        decoding(offer(scheduler, 1, 3));
        offer(scheduler, 2, 20);
        offer(scheduler, 3, 20);
        assertThat(run(scheduler)).containsExactly("0:3+1!", "1:0+6", "2:0+1");
    }

    @Test
    void shouldTakeTurnsWhereAMicroBatchIsSmallerThanTheGenerations() {
        var scheduler = new StepScheduler(3, 2, 3);
        for (int id = 1; id <= 3; id++) {
            offer(scheduler, id, 5);
        }
        assertThat(run(scheduler)).containsExactly("0:0+1", "1:0+1");
        assertThat(run(scheduler)).containsExactly("0:1+1", "2:0+1");
        assertThat(run(scheduler)).containsExactly("1:1+1", "2:1+1");
    }

    @Test
    void shouldRefuseOneTooMany() {
        var scheduler = new StepScheduler(1, 4, 2);
        offer(scheduler, 1, 1);
        offer(scheduler, 2, 1);
        offer(scheduler, 3, 1);
        assertThat(scheduler.offer(generation(4, 1))).isFalse();
        assertThat(scheduler.activeCount()).isEqualTo(1);
        assertThat(scheduler.waitingCount()).isEqualTo(2);
    }

    @Test
    void shouldGiveAFreedSequenceToTheOneThatWaitsLongest() {
        var scheduler = new StepScheduler(2, 4, 2);
        Generation first = offer(scheduler, 1, 1);
        offer(scheduler, 2, 1);
        Generation third = offer(scheduler, 3, 1);
        assertThat(scheduler.remove(first)).isTrue();
        assertThat(third.sequence()).isZero();
        assertThat(scheduler.remove(first)).isFalse();
    }

    @Test
    void shouldForgetOneThatWaits() {
        var scheduler = new StepScheduler(1, 4, 2);
        offer(scheduler, 1, 1);
        Generation waiting = offer(scheduler, 2, 1);
        assertThat(scheduler.remove(waiting)).isTrue();
        assertThat(scheduler.waitingCount()).isZero();
    }

    @Test
    void shouldFillNoMoreChunksThanAStepHolds() {
        var scheduler = new StepScheduler(100, 512, 100);
        for (int id = 0; id < 20; id++) {
            offer(scheduler, id, 3);
        }
        assertThat(run(scheduler)).hasSize(Step.CHUNKS_MAX);
    }

    private static Generation offer(StepScheduler scheduler, long id, int promptLength) {
        Generation generation = generation(id, promptLength);
        assertThat(scheduler.offer(generation)).isTrue();
        return generation;
    }

    private static Generation generation(long id, int promptLength) {
        var request = Requests.generate(id, Collections.nCopies(promptLength, 1), 10);
        return new Generation(request, 100, _ -> {});
    }

    /** Makes a generation look as after its first token. */
    private static void decoding(Generation generation) {
        generation.advance(generation.length());
        generation.append(7, List.of());
    }

    /** Composes a step and advances as if it ran; chunks as {@code sequence:position+length!}. */
    private List<String> run(StepScheduler scheduler) {
        scheduler.compose(step);
        List<String> chunks = new ArrayList<>();
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            chunks.add(
                    "%d:%d+%d%s"
                            .formatted(
                                    step.sequence(chunk),
                                    step.position(chunk),
                                    step.length(chunk),
                                    step.wantsLogits(chunk) ? "!" : ""));
            scheduler.inStep(chunk).advance(step.length(chunk));
        }
        return chunks;
    }
}
