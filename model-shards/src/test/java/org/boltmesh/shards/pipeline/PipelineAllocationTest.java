package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds what a step of eight sequences allocates, on the head and all stages together. */
class PipelineAllocationTest {
    private static final int WARM_UP = 4_000;
    private static final int STEPS = 2_000;
    private static final PipelineLimits LIMITS = new PipelineLimits(WARM_UP + STEPS + 2, 8, 64);
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Step step = new Step();
    private final int[] token = {1};

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldNotAllocatePerStep(int stageCount) {
        try (var pipeline =
                TestPipeline.ofFakes(stageCount, LIMITS, Wiring.framed(new MemoryChannels()))) {
            SamplingOptions options = SamplingOptions.builder().topK(20).build();
            for (int sequence = 0; sequence < 8; sequence++) {
                pipeline.head()
                        .open(sequence, new SequenceOptions(options, 0, LIMITS.contextMax() - 1));
            }
            run(pipeline.head(), 0, 1);
            for (int i = 0; i < WARM_UP; i++) {
                run(pipeline.head(), i % 4 + 1, 1);
            }
            long bytesBefore = THREAD.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < STEPS; i++) {
                run(pipeline.head(), i % 4 + 1, 1);
            }
            long perStep = (THREAD.getCurrentThreadAllocatedBytes() - bytesBefore) / STEPS;
            System.out.printf("%d stages: %d bytes per step%n", stageCount, perStep);
            assertThat(perStep).isLessThan(512);
        }
    }

    private void run(StepExecutor executor, int position, int count) {
        step.clear();
        for (int sequence = 0; sequence < 8; sequence++) {
            step.add(sequence, position, token, 0, count, true);
        }
        executor.run(step);
    }
}
