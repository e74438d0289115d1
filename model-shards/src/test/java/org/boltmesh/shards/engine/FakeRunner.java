package org.boltmesh.shards.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;

/**
 * A model whose next token is a hash of all tokens before it, read from its own cache: a step with
 * a wrong position, sequence or token gives a wrong text.
 */
final class FakeRunner implements StepRunner {
    static final int VOCABULARY = 64;
    static final int POISON = 63;

    /** Leaves numbers in the cache that are none, for every later text of its sequence. */
    static final int OVERFLOW = 62;

    /** Chosen tokens are below: a prime, for a hash that spreads. */
    private static final int NEXT = 61;

    private final ShardInfo info;
    private final int[][] cache;
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private final int[] next = new int[Step.CHUNKS_MAX];
    private final boolean[] overflown = new boolean[Step.CHUNKS_MAX];
    private final boolean[] spoilt = new boolean[Step.CHUNKS_MAX];
    private Runnable beforeStep = () -> {};
    private int steps;
    private int largestStep;
    private boolean closed;

    FakeRunner(int contextMax, int sequencesMax, int microBatchMax) {
        info =
                new ShardInfo(
                        "fake",
                        0,
                        3,
                        VOCABULARY,
                        contextMax,
                        sequencesMax,
                        microBatchMax,
                        1,
                        2,
                        3,
                        "none",
                        true);
        cache = new int[sequencesMax][contextMax];
        for (int[] cells : cache) {
            Arrays.fill(cells, -1);
        }
    }

    /** What {@link #run} does first: wait, fail, count. */
    void beforeStep(Runnable action) {
        beforeStep = action;
    }

    int steps() {
        return steps;
    }

    int largestStep() {
        return largestStep;
    }

    /** The threads that have called. */
    Set<String> threads() {
        return threads;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public ShardInfo info() {
        threads.add(Thread.currentThread().getName());
        return info;
    }

    @Override
    public LayerRange range() {
        return new LayerRange(0, 3, true, true);
    }

    @Override
    public int embeddingSize() {
        return 1;
    }

    @Override
    public void activations(Step step, MemorySegment destination) {
        throw new UnsupportedOperationException("a whole model has no use for them");
    }

    @Override
    public void run(Step step, MemorySegment activations) {
        threads.add(Thread.currentThread().getName());
        beforeStep.run();
        steps++;
        largestStep = Math.max(largestStep, step.tokenCount());
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            store(step, chunk);
        }
    }

    private void store(Step step, int chunk) {
        int[] cells = cache[step.sequence(chunk)];
        int end = step.position(chunk) + step.length(chunk);
        for (int index = 0; index < step.length(chunk); index++) {
            int token = step.token(step.start(chunk) + index);
            if (token == POISON) {
                throw new ModelException("token " + POISON + " is poison");
            }
            cells[step.position(chunk) + index] = token;
            overflown[step.sequence(chunk)] |= token == OVERFLOW;
        }
        spoilt[chunk] = overflown[step.sequence(chunk)];
        next[chunk] = next(cells, end);
    }

    @Override
    public void logits(int chunk, float[] destination) {
        Arrays.fill(destination, spoilt[chunk] ? Float.NaN : 0);
        destination[next[chunk]] = 10;
    }

    @Override
    public void forget(int sequence) {
        overflown[sequence] = false;
    }

    private static int next(int[] tokens, int length) {
        int hash = 17;
        for (int index = 0; index < length; index++) {
            hash = 31 * hash + tokens[index];
        }
        return Math.floorMod(hash, NEXT);
    }

    /** What a model with such a rule continues {@code prompt} with. */
    static List<Integer> expected(List<Integer> prompt, int count) {
        int[] tokens = new int[prompt.size() + count];
        for (int index = 0; index < prompt.size(); index++) {
            tokens[index] = prompt.get(index);
        }
        for (int length = prompt.size(); length < tokens.length; length++) {
            tokens[length] = next(tokens, length);
        }
        return Arrays.stream(tokens, prompt.size(), tokens.length).boxed().toList();
    }

    @Override
    public void close() {
        closed = true;
    }
}
