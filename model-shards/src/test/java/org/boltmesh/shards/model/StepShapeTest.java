package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepShapeTest {
    private static final int ROUNDS = 3000;
    private static final int MULTIPLE_MAX = 12;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final int[] ids = new int[600];

    @BeforeEach
    void printSeed() {
        System.err.println("StepShapeTest: seed " + seed);
    }

    private ColumnRule rule() {
        int maximum = random.nextBoolean() ? Integer.MAX_VALUE : 32 + random.nextInt(600);
        int multiple = 1 + random.nextInt(MULTIPLE_MAX);
        return new ColumnRule(1 + random.nextInt(MULTIPLE_MAX), multiple, maximum);
    }

    private Step step() {
        Step step = new Step();
        int chunks = 1 + random.nextInt(Step.CHUNKS_MAX);
        for (int sequence = 0; sequence < chunks; sequence++) {
            int length = random.nextBoolean() ? 1 : 1 + random.nextInt(ids.length);
            step.add(sequence, random.nextInt(2000), ids, 0, length, random.nextBoolean());
        }
        return step;
    }

    @Test
    void shouldPadColumnsAsTheRulesWant() {
        for (int round = 0; round < ROUNDS; round++) {
            ColumnRule products = rule();
            ColumnRule attention = rule();
            int group = 1 + random.nextInt(16);
            Step step = step();
            StepShape shape = new StepShape(products, attention, group);
            shape.fill(step);

            assertThat(shape.chunkCount()).isEqualTo(step.chunkCount());
            assertThat(products.padsNothing(shape.columnCount())).isTrue();
            int next = 0;
            for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
                assertThat(shape.columnStart(chunk)).isEqualTo(next);
                next += shape.columns(chunk);
                assertThat(shape.length(chunk)).isEqualTo(step.length(chunk));
                assertThat(shape.columns(chunk)).isGreaterThanOrEqualTo(step.length(chunk));
                assertThat(attention.padsNothing(shape.columns(chunk) * group)).isTrue();
                int end = step.position(chunk) + step.length(chunk);
                assertThat(shape.cells(chunk) % StepShape.KV_MULTIPLE).isZero();
                assertThat(shape.cells(chunk)).isBetween(end, end + StepShape.KV_MULTIPLE - 1);
            }
            assertThat(shape.columnCount()).isEqualTo(next);
            checkOutputs(step, shape, products);
        }
    }

    private static void checkOutputs(Step step, StepShape shape, ColumnRule products) {
        int wanted = 0;
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            wanted += step.wantsLogits(chunk) ? 1 : 0;
        }
        assertThat(shape.paddedOutputCount()).isEqualTo(wanted == 0 ? 0 : products.pad(wanted));
    }

    @Test
    void shouldTakeAttentionInBlocksThatTheRuleAllows() {
        int split = 0;
        for (int round = 0; round < ROUNDS; round++) {
            ColumnRule attention = rule();
            int group = 1 + random.nextInt(16);
            if (!StepShape.splits(attention, group)) {
                continue;
            }
            StepShape shape = new StepShape(rule(), attention, group);
            Step step = step();
            shape.fill(step);
            long scoreRowsMax = random.nextInt(200);
            for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
                int blocks = shape.blockCount(chunk, scoreRowsMax);
                split += blocks > 1 ? 1 : 0;
                assertThat(shape.blockStart(chunk, blocks, 0)).isZero();
                assertThat(shape.blockStart(chunk, blocks, blocks)).isEqualTo(shape.columns(chunk));
                for (int block = 0; block < blocks; block++) {
                    int rows =
                            shape.blockStart(chunk, blocks, block + 1)
                                    - shape.blockStart(chunk, blocks, block);
                    assertThat(attention.allows(rows * group))
                            .as("%d rows of %d for %s", rows, group, attention)
                            .isTrue();
                    assertThat((long) rows)
                            .isLessThanOrEqualTo(
                                    Math.max(
                                            scoreRowsMax,
                                            2L * StepShape.rowsMin(attention, group)));
                }
            }
        }
        assertThat(split).as("chunks in several blocks").isGreaterThan(ROUNDS / 10);
    }

    @Test
    void shouldKnowRulesThatNoBlockSatisfies() {
        assertThat(StepShape.splits(new ColumnRule(2, 1, 32), 8)).isTrue();
        assertThat(StepShape.splits(new ColumnRule(2, 1, 32), 64)).isFalse();
        assertThat(StepShape.splits(new ColumnRule(8, 8, 12), 1)).isFalse();
        assertThat(StepShape.splits(ColumnRule.ANY, 128)).isTrue();
    }

    @Test
    void shouldPadNoFurtherThanTheFootprintCounts() {
        ColumnRule strictest =
                new ColumnRule(KernelProbe.PADDED_MAX, KernelProbe.PADDED_MAX, 1 << 20);
        for (int round = 0; round < ROUNDS; round++) {
            Step step = step();
            StepShape shape = new StepShape(strictest, strictest, 1 + random.nextInt(16));
            shape.fill(step);
            ShardOptions options =
                    new ShardOptions(
                            4096,
                            step.chunkCount(),
                            Math.min(4096, step.tokenCount()),
                            false,
                            1,
                            false,
                            0);
            assertThat(shape.columnCount() - step.tokenCount())
                    .isLessThanOrEqualTo(ShardFootprint.paddingMax(options));
        }
    }

    @Test
    void shouldServeStepsOfTheSameShapeOnly() {
        StepShape shape = new StepShape(new ColumnRule(2, 1, 64), ColumnRule.ANY, 1);
        Step step = new Step();
        step.add(0, 7, ids, 0, 1, true);
        shape.fill(step);
        StepShape copy = shape.copy();
        step.clear();
        step.add(5, 200, ids, 0, 1, true);
        shape.fill(step);
        assertThat(copy.sameAs(shape)).isTrue();
        step.add(6, 7, ids, 0, 1, true);
        shape.fill(step);
        assertThat(copy.sameAs(shape)).isFalse();
        step.clear();
        step.add(0, 256, ids, 0, 1, true);
        shape.fill(step);
        assertThat(copy.sameAs(shape)).as("cells").isFalse();
        step.clear();
        step.add(0, 7, ids, 0, 1, false);
        shape.fill(step);
        assertThat(copy.sameAs(shape)).as("logits").isFalse();
    }

    @Test
    void shouldRoundCellsUp() {
        assertThat(StepShape.kvLength(1)).isEqualTo(256);
        assertThat(StepShape.kvLength(256)).isEqualTo(256);
        assertThat(StepShape.kvLength(257)).isEqualTo(512);
    }
}
