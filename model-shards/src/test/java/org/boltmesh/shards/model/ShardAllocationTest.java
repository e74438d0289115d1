package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds the Java heap that a decode step takes, once a graph for its shape is there. */
@Tag("ggml")
final class ShardAllocationTest {
    private static final int WARM_UP = 2000;
    private static final int STEPS = 500;
    private static final int CONTEXT = 256;
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir private Path folder;

    @Test
    void shouldNotAllocatePerStep() {
        GgufFile gguf = GgufFile.open(TinyModel.of("qwen3").write(folder.resolve("tiny.gguf")));
        ShardOptions options = TestShards.f16(gguf, 16, Step.CHUNKS_MAX);
        try (Shard shard = TestShards.load(gguf, options)) {
            for (int sequences : new int[] {1, Step.CHUNKS_MAX}) {
                check(shard, sequences);
            }
        }
    }

    private static void check(Shard shard, int sequences) {
        int[] token = {7};
        float[] logits = new float[shard.info().vocabularySize()];
        Step step = new Step();
        long bytesBefore = 0;
        for (int i = 0; i < WARM_UP + STEPS; i++) {
            if (i == WARM_UP) {
                bytesBefore = THREAD.getCurrentThreadAllocatedBytes();
            }
            step.clear();
            for (int sequence = 0; sequence < sequences; sequence++) {
                step.add(sequence, (i + sequence) % CONTEXT, token, 0, 1, true);
            }
            shard.run(step);
            for (int chunk = 0; chunk < sequences; chunk++) {
                shard.logits(chunk, logits);
            }
        }
        long perStepBytes = (THREAD.getCurrentThreadAllocatedBytes() - bytesBefore) / STEPS;
        System.err.printf("%d bytes per step of %d sequences%n", perStepBytes, sequences);
        assertThat(perStepBytes).isLessThan(256);
    }
}
