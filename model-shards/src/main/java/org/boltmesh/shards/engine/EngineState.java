package org.boltmesh.shards.engine;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.engine.EngineRequest.JoinPipeline;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.gguf.GgufException;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.StepRunner;
import org.boltmesh.shards.pipeline.BackoffIdle;
import org.boltmesh.shards.pipeline.ChannelException;
import org.boltmesh.shards.pipeline.ChannelFactory;
import org.boltmesh.shards.pipeline.HeadLinks;
import org.boltmesh.shards.pipeline.LocalExecutor;
import org.boltmesh.shards.pipeline.PipelineHead;
import org.boltmesh.shards.pipeline.StageLinks;
import org.boltmesh.shards.pipeline.StageLoop;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.tokenizer.TokenizerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an engine has loaded and what it does with it. Owned by the step loop, but for what others
 * may read.
 */
final class EngineState {
    private static final Logger LOG = LoggerFactory.getLogger(EngineState.class);
    private static final LayerRange NONE = new LayerRange(0, 0, false, false);

    /** What is loaded, and by which request. */
    private record Loaded(EngineRequest.Load request, LoadedModel model) {}

    private final ModelLoader loader;
    private final ChannelFactory channels;
    private final LongSupplier clock;
    private final LoopGauges gauges;
    private final FrameCounters frames = new FrameCounters();
    private final AtomicLong newestEpoch = new AtomicLong();
    private volatile Optional<Loaded> loaded = Optional.empty();
    private volatile Optional<ShardInfo> limits = Optional.empty();
    private Optional<JoinPipeline> joined = Optional.empty();
    private EngineWork work = new UnjoinedService(NONE);

    EngineState(
            ModelLoader loader, ChannelFactory channels, LongSupplier clock, LoopGauges gauges) {
        this.loader = loader;
        this.channels = channels;
        this.clock = clock;
        this.gauges = gauges;
    }

    /** The loaded model, once there is one. Its runner belongs to the loop. Any thread. */
    Optional<LoadedModel> model() {
        return loaded.map(Loaded::model);
    }

    /** What generations may ask for, once a model is loaded. Any thread. */
    Optional<ShardInfo> limits() {
        return limits;
    }

    EngineWork work() {
        return work;
    }

    void load(EngineRequest.Load request, EventSink sink) {
        if (loaded.isEmpty()) {
            gauges.workStarted(clock.getAsLong());
            loadNow(request, sink);
            gauges.workEnded();
        } else if (isSame(request, loaded.get().request())) {
            sink.send(answer(request, loaded.get().model()));
        } else {
            String present = loaded.get().request().model();
            fail(
                    request.requestId(),
                    sink,
                    FailureCode.ALREADY_LOADED,
                    "this engine holds %s, want another engine for %s"
                            .formatted(present, request.model()));
        }
    }

    private static boolean isSame(EngineRequest.Load one, EngineRequest.Load other) {
        return one.model().equals(other.model())
                && one.layers().equals(other.layers())
                && one.options().equals(other.options());
    }

    private void loadNow(EngineRequest.Load request, EventSink sink) {
        long id = request.requestId();
        try {
            LoadedModel model =
                    loader.load(
                            request,
                            (done, total) ->
                                    sink.send(new EngineEvent.LoadProgress(id, done, total)));
            work = alone(model);
            limits = Optional.of(model.runner().info());
            loaded = Optional.of(new Loaded(request, model));
            giveBackMemory();
            LOG.info("loaded {}: {}", request.model(), model.runner().info());
            sink.send(answer(request, model));
        } catch (GgmlUnavailableException e) {
            LOG.warn("no library for {}", request.model(), e);
            fail(id, sink, FailureCode.LIBRARY, String.valueOf(e.getMessage()));
        } catch (ModelException | GgufException | TokenizerException e) {
            LOG.warn("cannot load {}", request.model(), e);
            fail(id, sink, FailureCode.MODEL, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("loading {} failed", request.model(), e);
            fail(id, sink, FailureCode.INTERNAL, "loading " + request.model() + ": " + e);
        }
    }

    /**
     * A vocabulary is read as texts that nobody needs any more. Nothing computes yet, and later
     * there is too little garbage for the JVM to do this by itself.
     */
    private static void giveBackMemory() {
        System.gc();
    }

    private EngineWork alone(LoadedModel model) {
        LayerRange layers = model.runner().range();
        return layers.embedding() && layers.head()
                ? new ModelService(new LocalExecutor(model.runner()), model.vocabulary(), clock)
                : new UnjoinedService(layers);
    }

    private static EngineEvent.Loaded answer(EngineRequest.Load request, LoadedModel model) {
        return new EngineEvent.Loaded(
                request.requestId(), model.runner().info(), model.vocabulary());
    }

    private static void fail(long requestId, EventSink sink, FailureCode code, String message) {
        sink.send(new EngineEvent.Failed(OptionalLong.of(requestId), code, message));
    }

    /** Somebody wants this engine in this epoch: what runs under one before is over. Any thread. */
    void announce(long epoch) {
        newestEpoch.accumulateAndGet(epoch, Math::max);
    }

    /** Any thread. */
    void moveChannels(String place) {
        channels.moveTo(place);
    }

    void join(JoinPipeline request, EventSink sink) {
        long id = request.requestId();
        if (loaded.isEmpty()) {
            fail(id, sink, FailureCode.NOT_LOADED, "no model is loaded");
            return;
        }
        LoadedModel model = loaded.get().model();
        Optional<String> problem =
                JoinCheck.problem(request, model.runner()).or(() -> earlier(request));
        if (problem.isPresent()) {
            fail(id, sink, FailureCode.INVALID_REQUEST, problem.get());
        } else if (joined.filter(request::isSame).isPresent()) {
            sink.send(new EngineEvent.Joined(id, request.role().epoch()));
        } else {
            joinNow(request, model, sink);
        }
    }

    /** An epoch belongs to one pipeline, and those before it are over. */
    private Optional<String> earlier(JoinPipeline request) {
        return joined.filter(
                        present ->
                                request.role().epoch() <= present.role().epoch()
                                        && !request.isSame(present))
                .map(
                        present ->
                                "epoch %d, want more than %d, which this engine has joined"
                                        .formatted(request.role().epoch(), present.role().epoch()));
    }

    private void joinNow(JoinPipeline request, LoadedModel model, EventSink sink) {
        StageRole role = request.role();
        LOG.info("frames so far: {}", frames.counts());
        work.close(
                FailureCode.PIPELINE,
                "the pipeline was joined anew, under epoch %d".formatted(role.epoch()));
        work = new UnjoinedService(model.runner().range());
        gauges.counts(0, 0);
        if (joined.isPresent()) {
            forgetAll(model.runner());
        }
        joined = Optional.empty();
        try {
            work = work(request, model);
        } catch (ChannelException e) {
            LOG.warn("cannot join the pipeline of epoch {}", role.epoch(), e);
            fail(request.requestId(), sink, FailureCode.PIPELINE, String.valueOf(e.getMessage()));
            return;
        }
        joined = Optional.of(request);
        limits =
                Optional.of(
                        model.runner()
                                .info()
                                .within(
                                        role.limits().contextMax(),
                                        role.limits().sequencesMax(),
                                        role.limits().microBatchMax()));
        LOG.info(
                "joined as stage {} of {}, epoch {}",
                role.stage(),
                role.stageCount(),
                role.epoch());
        sink.send(new EngineEvent.Joined(request.requestId(), role.epoch()));
    }

    /** Of what the last epoch left, nobody knows whether it is numbers. */
    private static void forgetAll(StepRunner runner) {
        for (int sequence = 0; sequence < runner.info().sequencesMax(); sequence++) {
            runner.forget(sequence);
        }
    }

    private EngineWork work(JoinPipeline request, LoadedModel model) {
        StageRole role = request.role();
        StepRunner runner = model.runner();
        if (role.stage() > 0) {
            StageLinks links =
                    StageLinks.open(
                            channels,
                            request.addresses(),
                            role,
                            runner.embeddingSize(),
                            frames,
                            clock);
            StageLoop loop = new StageLoop(role, runner, links, gauges.observer(clock));
            return new StageService(role.stage(), loop, new BackoffIdle());
        }
        if (role.stageCount() == 1) {
            return alone(model);
        }
        HeadLinks links =
                HeadLinks.open(
                        channels, request.addresses(), role, runner.embeddingSize(), frames, clock);
        PipelineHead head =
                new PipelineHead(
                        role,
                        request.times(),
                        runner,
                        links,
                        clock,
                        new EpochIdle(role.epoch(), newestEpoch));
        return new ModelService(head, model.vocabulary(), clock);
    }

    /** Ends what runs and frees the model. */
    void close() {
        work.close(FailureCode.STOPPING, "the engine is shutting down");
        loaded.map(Loaded::model).ifPresent(LoadedModel::close);
    }
}
