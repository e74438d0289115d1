package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.StepRunner;

/**
 * A pipeline in one thread and without a clock: while its head waits, a millisecond passes and each
 * stage does what there is to do.
 */
public final class TestPipeline implements AutoCloseable {
    static final PipelineTimes TIMES =
            new PipelineTimes(TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.SECONDS.toNanos(10));

    private final List<StageLoop> stages = new ArrayList<>();
    private final List<? extends StepRunner> runners;
    private final PipelineHead head;
    private long nowNs;

    /** Joins runners, the head's first. */
    public TestPipeline(
            List<? extends StepRunner> runners, PipelineLimits limits, long epoch, Wiring wiring) {
        this.runners = runners;
        for (int stage = 1; stage < runners.size(); stage++) {
            StageRole role = new StageRole(epoch, stage, runners.size(), limits);
            StepRunner runner = runners.get(stage);
            StageLinks links = wiring.stage(role, runner.embeddingSize(), this::nowNs);
            stages.add(new StageLoop(role, runner, links, new NoObserver()));
        }
        StageRole first = new StageRole(epoch, 0, runners.size(), limits);
        head =
                new PipelineHead(
                        first,
                        TIMES,
                        runners.getFirst(),
                        wiring.head(first, runners.getFirst().embeddingSize(), this::nowNs),
                        this::nowNs,
                        _ -> idle());
    }

    /** A pipeline of made-up layers. */
    public static TestPipeline ofFakes(int stageCount, PipelineLimits limits, Wiring wiring) {
        return new TestPipeline(fakes(stageCount, limits), limits, 7, wiring);
    }

    static List<FakeLayers> fakes(int stageCount, PipelineLimits limits) {
        return split(FakeLayers.LAYERS, stageCount).stream()
                .map(range -> new FakeLayers(range, limits))
                .toList();
    }

    /** Layers in as equal parts as there can be. */
    public static List<LayerRange> split(int layerCount, int stageCount) {
        return IntStream.range(0, stageCount)
                .mapToObj(
                        stage ->
                                LayerRange.of(
                                        layerCount * stage / stageCount,
                                        layerCount * (stage + 1) / stageCount - 1,
                                        layerCount))
                .toList();
    }

    /** Addresses as nobody else uses them in a factory of one's own. */
    public static PipelineAddresses addresses(int stageCount) {
        return new PipelineAddresses(
                names("plans", stageCount),
                names("activations", stageCount),
                names("reports", stageCount),
                names("acknowledgements", stageCount));
    }

    private static List<String> names(String kind, int stageCount) {
        return IntStream.range(1, stageCount).mapToObj(stage -> kind + "-" + stage).toList();
    }

    private long nowNs() {
        return nowNs;
    }

    private void idle() {
        nowNs += TimeUnit.MILLISECONDS.toNanos(1);
        work();
    }

    /** Lets each stage do what there is to do. */
    void work() {
        stages.forEach(StageLoop::doWork);
    }

    /** Takes a stage out of the loop, as if it hung. */
    void stop(int stage) {
        stages.remove(stage - 1).close();
    }

    /** The head, which runs the steps. */
    public PipelineHead head() {
        return head;
    }

    List<StageLoop> stages() {
        return stages;
    }

    Stream<PipelineCounters> counters() {
        return Stream.concat(Stream.of(head.counters()), stages.stream().map(StageLoop::counters));
    }

    /** Whether a stage still knows a sequence. */
    public boolean isKnown(int sequence) {
        return stages.stream().anyMatch(stage -> stage.isOpen(sequence));
    }

    @Override
    public void close() {
        head.close();
        stages.forEach(StageLoop::close);
        runners.forEach(StepRunner::close);
    }
}
