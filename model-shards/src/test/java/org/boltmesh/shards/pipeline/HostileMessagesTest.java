package org.boltmesh.shards.pipeline;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.sampling.TokenLogprob;
import org.junit.jupiter.api.Test;

/** Messages that no head and no stage would send: counted or refused, never a crash. */
class HostileMessagesTest {
    private static final PipelineLimits LIMITS = new PipelineLimits(64, 8, 32);
    private static final int MESSAGES = 10_000;
    private static final long EPOCH = 7;

    /** What a good step of the fake layers takes, and a long refusal; a length would cost more. */
    private static final long ALLOCATED_MAX_BYTES = 1 << 20;

    private static final PipelineTimes TIMES = new PipelineTimes(10, 1_000);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Arena arena = Arena.ofAuto();

    @Test
    void shouldSurviveMutatedMessagesAtEveryStage() {
        System.out.println("seed " + seed);
        for (int stage = 1; stage < 3; stage++) {
            StageRole role = new StageRole(EPOCH, stage, 3, LIMITS);
            MemoryLink plans = new MemoryLink();
            MemoryLink activations = new MemoryLink();
            MemoryLink next = new MemoryLink();
            MemoryLink reports = new MemoryLink();
            StageLinks links =
                    new StageLinks(
                            plans,
                            activations,
                            stage == 1 ? Optional.of(next) : Optional.empty(),
                            reports);
            FakeLayers layers = TestPipeline.fakes(3, LIMITS).get(stage);
            try (StageLoop loop = new StageLoop(role, layers, links, new NoObserver())) {
                long step = 1;
                long mostBytes = 0;
                for (int i = 0; i < MESSAGES; i++) {
                    Step planned = step(1 + random.nextInt(8));
                    MemorySegment plan = plan(planned, step);
                    MemorySegment rows = activations(planned, step, stage - 1);
                    send(plans, random.nextInt(3) == 0 ? plan : mutated(plan));
                    send(activations, random.nextInt(3) == 0 ? rows : mutated(rows));
                    long before = allocatedBytes();
                    loop.doWork();
                    mostBytes = Math.max(mostBytes, allocatedBytes() - before);
                    step += isAnswered(step, next, reports) ? 1 : 0;
                }
                PipelineCounters counters = loop.counters();
                assertThat(layers.steps()).isPositive();
                System.out.printf(
                        "stage %d: %d steps, %d malformed, %d stale, %d repeated, %d refused, at most %d bytes%n",
                        stage,
                        step,
                        counters.malformed(),
                        counters.stale(),
                        counters.repeated(),
                        counters.refused(),
                        mostBytes);
                assertThat(mostBytes).isLessThan(ALLOCATED_MAX_BYTES);
                assertThat(step).isGreaterThan(MESSAGES / 20);
                assertThat(counters.malformed()).isPositive();
                assertThat(counters.refused()).isPositive();
            }
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    /** Takes all answers away; true when one of them is about a step. */
    private static boolean isAnswered(long step, MemoryLink... links) {
        boolean[] found = {false};
        for (MemoryLink link : links) {
            int polled = 1;
            while (polled > 0) {
                polled = link.poll((message, _) -> found[0] |= MessageHeader.step(message) == step);
            }
        }
        return found[0];
    }

    @Test
    void shouldSurviveMutatedReportsAtTheHead() {
        System.out.println("seed " + seed);
        MemoryLink plans = new MemoryLink();
        MemoryLink activations = new MemoryLink();
        MemoryLink reports = new MemoryLink();
        HeadLinks links = new HeadLinks(List.of(plans), activations, List.of(reports));
        StageRole role = new StageRole(EPOCH, 0, 2, LIMITS);
        FakeLayers layers = TestPipeline.fakes(2, LIMITS).getFirst();
        long[] nowNs = {0};
        int[] answered = {0};
        long[] step = {0};
        Idle answer =
                _ -> {
                    plans.poll((message, _) -> step[0] = MessageHeader.step(message));
                    activations.poll((_, _) -> {});
                    send(reports, mutated(report(step[0])));
                    nowNs[0]++;
                };
        PipelineHead head = head(role, layers, links, nowNs, answer);
        long mostBytes = 0;
        for (int i = 0; i < MESSAGES; i++) {
            long before = allocatedBytes();
            try {
                head.open(0, new SequenceOptions(SamplingOptions.greedy(), 0, 1));
                head.run(step(1));
                if (head.sampled().kind(0) == SampledTokens.Kind.TOKEN) {
                    assertThat(head.sampled().token(0)).isBetween(0, FakeLayers.VOCABULARY - 1);
                }
                answered[0]++;
            } catch (PipelineException e) {
                if (e.kind().isLasting()) {
                    // Joined anew, as it has to be.
                    head = head(role, layers, links, nowNs, answer);
                }
            }
            mostBytes = Math.max(mostBytes, allocatedBytes() - before);
        }
        System.out.printf(
                "%d of %d steps answered, at most %d bytes%n", answered[0], MESSAGES, mostBytes);
        assertThat(mostBytes).isLessThan(ALLOCATED_MAX_BYTES);
        head.close();
    }

    private static PipelineHead head(
            StageRole role, FakeLayers layers, HeadLinks links, long[] nowNs, Idle answer) {
        return new PipelineHead(role, TIMES, layers, links, () -> nowNs[0], answer);
    }

    @Test
    void shouldRefuseEachNumberOutOfRange() {
        PlanReader reader = new PlanReader(LIMITS, FakeLayers.VOCABULARY);
        MemorySegment good = plan(step(5), 1);
        assertThat(reader.read(good, good.byteSize())).isEmpty();
        int chunk = (int) PlanLayout.chunkOffset(0);
        int options = chunk + PlanLayout.CHUNK_BYTES + 5 * Integer.BYTES;
        Map<Integer, String> bad =
                Map.ofEntries(
                        entry(PlanLayout.LIVE_OFFSET, "live sequences"),
                        entry(PlanLayout.SPOILT_OFFSET, "spoilt sequences"),
                        entry(PlanLayout.CHUNK_COUNT_OFFSET, "chunks"),
                        entry(chunk + PlanLayout.SEQUENCE, "sequence"),
                        entry(chunk + PlanLayout.POSITION, "position"),
                        entry(chunk + PlanLayout.TOKEN_COUNT, "tokens"),
                        entry(chunk + PlanLayout.WANTS_LOGITS, "wanted logits"),
                        entry(chunk + PlanLayout.CHUNK_BYTES, "token id"),
                        entry(options + PlanLayout.PROMPT_SIZE, "prompt"),
                        entry(options + PlanLayout.TOP_K, "top_k"),
                        entry(options + PlanLayout.BIAS_COUNT, "logit biases"));
        bad.forEach(
                (offset, name) -> {
                    for (int value : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                        if (offset != options + PlanLayout.TOP_K || value < 0) {
                            MemorySegment plan = copy(good);
                            plan.set(MessageHeader.INT, offset, value);
                            assertThat(reader.read(plan, plan.byteSize()))
                                    .as("%s %d", name, value)
                                    .get()
                                    .asString()
                                    .contains(name);
                            assertThat(reader.step().chunkCount()).isZero();
                        }
                    }
                });
        for (long length = MessageHeader.LENGTH_BYTES; length < good.byteSize(); length++) {
            assertThat(reader.read(good, length)).as("%d bytes", length).isPresent();
        }
    }

    @Test
    void shouldRefuseASequenceThatComesTwice() {
        PlanReader reader = new PlanReader(LIMITS, FakeLayers.VOCABULARY);
        Step step = step(2);
        step.add(4, 3, new int[] {1, 2}, 0, 2, false);
        MemorySegment plan = plan(step, 1);
        plan.set(MessageHeader.INT, PlanLayout.chunkOffset(1) + PlanLayout.SEQUENCE, 0);
        assertThat(reader.read(plan, plan.byteSize())).get().asString().contains("sequence 0");
    }

    @Test
    void shouldReadWhatWasWritten() {
        PlanReader reader = new PlanReader(LIMITS, FakeLayers.VOCABULARY);
        Step step = step(3);
        step.add(4, 3, new int[] {9, 8}, 0, 2, false);
        MemorySegment plan = plan(step, 1);
        assertThat(reader.read(plan, plan.byteSize())).isEmpty();
        assertThat(reader.liveSequences()).isEqualTo(0xff);
        assertThat(reader.options(0)).contains(options());
        assertThat(reader.options(1)).isEmpty();
        assertThat(reader.step().sequence(1)).isEqualTo(4);
        assertThat(reader.step().position(1)).isEqualTo(3);
        assertThat(reader.step().token(4)).isEqualTo(8);
        assertThat(reader.step().wantsLogits(0)).isTrue();
        assertThat(reader.step().wantsLogits(1)).isFalse();
    }

    private static Step step(int tokenCount) {
        Step step = new Step();
        step.add(0, 0, new int[tokenCount], 0, tokenCount, true);
        return step;
    }

    private MemorySegment plan(Step step, long stepNumber) {
        MemorySegment buffer = arena.allocate(PlanLayout.lengthMaxBytes(LIMITS));
        List<Optional<SequenceOptions>> options =
                Stream.generate(() -> Optional.of(options())).limit(8).toList();
        StageRole head = new StageRole(EPOCH, 0, 3, LIMITS);
        return buffer.asSlice(
                0, PlanWriter.write(buffer, head, stepNumber, 0xff, 0, step, options));
    }

    private static SequenceOptions options() {
        return new SequenceOptions(
                SamplingOptions.builder()
                        .logitBias(Map.of(3, 1f, 4, Float.NEGATIVE_INFINITY))
                        .temperature(0.7)
                        .seed(-5)
                        .logprobs(2)
                        .build(),
                2,
                9);
    }

    private MemorySegment activations(Step step, long stepNumber, int stage) {
        MemorySegment buffer =
                arena.allocate(ActivationsMessage.lengthBytes(8, FakeLayers.EMBEDDING));
        StageRole role = new StageRole(EPOCH, stage, 3, LIMITS);
        long length =
                ActivationsMessage.writeHead(buffer, role, stepNumber, step, FakeLayers.EMBEDDING);
        return buffer.asSlice(0, length);
    }

    private MemorySegment report(long stepNumber) {
        StageRole role = new StageRole(EPOCH, 1, 2, LIMITS);
        MemorySegment buffer = arena.allocate(4096);
        return switch (random.nextInt(4)) {
            case 0 -> {
                StatusMessage.write(buffer, role, stepNumber, random.nextBoolean());
                yield buffer.asSlice(0, StatusMessage.LENGTH_BYTES);
            }
            case 1 ->
                    buffer.asSlice(
                            0,
                            FailureMessage.write(
                                    buffer,
                                    role,
                                    stepNumber,
                                    PipelineException.Kind.REFUSED,
                                    "it is as it is"));
            default -> {
                SampledTokens sampled = new SampledTokens();
                sampled.clear(1);
                if (random.nextBoolean()) {
                    sampled.setToken(0, 5, List.of(new TokenLogprob(5, -1)));
                } else {
                    sampled.setFault(0, SampledTokens.Kind.BAD_LOGITS, "all are NaN");
                }
                yield buffer.asSlice(0, ResultMessage.write(buffer, role, stepNumber, sampled));
            }
        };
    }

    private MemorySegment mutated(MemorySegment message) {
        int length = random.nextInt(8) == 0 ? random.nextInt(100) : (int) message.byteSize();
        MemorySegment copy = arena.allocate(Math.max(1, length));
        MemorySegment.copy(message, 0, copy, 0, Math.min(length, message.byteSize()));
        int changes = random.nextInt(4);
        for (int change = 0; change < changes && length >= Integer.BYTES; change++) {
            int offset = random.nextInt(length - Integer.BYTES + 1);
            switch (random.nextInt(3)) {
                case 0 -> copy.set(ValueLayout.JAVA_BYTE, offset, (byte) random.nextInt());
                case 1 -> copy.set(MessageHeader.INT, offset, random.nextInt());
                default -> copy.set(MessageHeader.INT, offset, random.nextInt(40) - 4);
            }
        }
        return copy;
    }

    private MemorySegment copy(MemorySegment message) {
        return arena.allocate(message.byteSize()).copyFrom(message);
    }

    private static void send(MemoryLink channel, MemorySegment message) {
        channel.offer(message, message.byteSize());
    }
}
