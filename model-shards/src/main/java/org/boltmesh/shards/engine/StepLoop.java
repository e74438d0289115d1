package org.boltmesh.shards.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.gguf.GgufException;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.tokenizer.TokenizerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that loads the model and runs its steps. Others hand it commands, which it takes
 * between two steps. An unexpected failure ends the process: whoever started it starts another.
 */
final class StepLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StepLoop.class);
    private static final long CLOSE_TIMEOUT_MS = 5_000;

    private sealed interface Command {}

    private record Load(EngineRequest.Load request, EventSink sink) implements Command {}

    private record Submit(Generation generation) implements Command {}

    private record Cancel(Generation generation) implements Command {}

    private record CancelAll(EventSink sink) implements Command {}

    private enum Stop implements Command {
        INSTANCE
    }

    /** What is loaded, by which request, and what the runner said of itself then. */
    private record Loaded(EngineRequest.Load request, LoadedModel model, ShardInfo shard) {}

    private final ModelLoader loader;
    private final LongSupplier clock;
    private final LoopGauges gauges = new LoopGauges();

    /** Bounded by what a session lets through. */
    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();

    private final Thread thread;
    private volatile Optional<Loaded> loaded = Optional.empty();
    private @Nullable ModelService service;

    /**
     * A loop that begins with {@link #start()}.
     *
     * @param onCrash called by the loop's thread when it dies of an unexpected failure
     */
    StepLoop(ModelLoader loader, LongSupplier clock, Runnable onCrash) {
        this.loader = loader;
        this.clock = clock;
        thread = new Thread(this::run, "step-loop");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(
                (_, failure) -> {
                    LOG.error("the step loop crashed", failure);
                    onCrash.run();
                });
    }

    void start() {
        thread.start();
    }

    void load(EngineRequest.Load request, EventSink sink) {
        commands.add(new Load(request, sink));
    }

    void submit(Generation generation) {
        commands.add(new Submit(generation));
    }

    void cancel(Generation generation) {
        commands.add(new Cancel(generation));
    }

    void cancelAll(EventSink sink) {
        commands.add(new CancelAll(sink));
    }

    /** The loaded model, once there is one. Its runner belongs to the loop. */
    Optional<LoadedModel> model() {
        return loaded.map(Loaded::model);
    }

    /** What is loaded, once there is something. Any thread may ask; the runner is the loop's. */
    Optional<ShardInfo> shard() {
        return loaded.map(Loaded::shard);
    }

    EngineEvent.Heartbeat heartbeat() {
        return gauges.heartbeat(clock.getAsLong());
    }

    private void run() {
        try {
            while (takeCommands()) {
                step();
            }
        } catch (InterruptedException _) {
            LOG.warn("the step loop was interrupted and ends");
        }
        if (service != null) {
            service.close();
        }
    }

    /** Takes what there is, or waits where there is nothing to compute; false to stop. */
    private boolean takeCommands() throws InterruptedException {
        boolean idle = service == null || service.activeCount() == 0;
        Command command = idle ? commands.take() : commands.poll();
        while (command != null) {
            if (command == Stop.INSTANCE) {
                return false;
            }
            onCommand(command);
            command = commands.poll();
        }
        return true;
    }

    private void step() {
        if (service == null) {
            return;
        }
        gauges.counts(service.activeCount(), service.waitingCount());
        gauges.workStarted(clock.getAsLong());
        if (service.step()) {
            gauges.stepEnded();
        } else {
            gauges.workEnded();
        }
        gauges.counts(service.activeCount(), service.waitingCount());
    }

    private void onCommand(Command command) {
        switch (command) {
            case Load load -> onLoad(load.request(), load.sink());
            case Submit submit -> onSubmit(submit.generation());
            case Cancel cancel -> onCancel(cancel.generation());
            case CancelAll cancelAll -> onCancelAll(cancelAll.sink());
            case Stop _ -> throw new IllegalStateException("stop is no command of its own");
        }
    }

    private void onLoad(EngineRequest.Load request, EventSink sink) {
        if (loaded.isEmpty()) {
            gauges.workStarted(clock.getAsLong());
            loadNow(request, sink);
            gauges.workEnded();
        } else if (isSame(request, loaded.get().request())) {
            sink.send(answer(request, loaded.get().model()));
        } else {
            String present = loaded.get().request().model();
            fail(
                    request,
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
        try {
            LoadedModel model =
                    loader.load(
                            request,
                            (done, total) ->
                                    sink.send(
                                            new EngineEvent.LoadProgress(
                                                    request.requestId(), done, total)));
            service = new ModelService(model, clock);
            ShardInfo shard = model.runner().info();
            loaded = Optional.of(new Loaded(request, model, shard));
            LOG.info("loaded {}: {}", request.model(), shard);
            sink.send(answer(request, model));
        } catch (GgmlUnavailableException e) {
            LOG.warn("no library for {}", request.model(), e);
            fail(request, sink, FailureCode.LIBRARY, String.valueOf(e.getMessage()));
        } catch (ModelException | GgufException | TokenizerException e) {
            LOG.warn("cannot load {}", request.model(), e);
            fail(request, sink, FailureCode.MODEL, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("loading {} failed", request.model(), e);
            fail(request, sink, FailureCode.INTERNAL, "loading " + request.model() + ": " + e);
        }
    }

    private static EngineEvent.Loaded answer(EngineRequest.Load request, LoadedModel model) {
        return new EngineEvent.Loaded(
                request.requestId(), model.runner().info(), model.vocabulary());
    }

    private static void fail(
            EngineRequest.Load request, EventSink sink, FailureCode code, String message) {
        sink.send(new EngineEvent.Failed(OptionalLong.of(request.requestId()), code, message));
    }

    private void onSubmit(Generation generation) {
        if (service == null) {
            generation.fail(FailureCode.NOT_LOADED, "no model is loaded");
        } else {
            service.submit(generation);
        }
    }

    private void onCancel(Generation generation) {
        if (service != null) {
            service.cancel(generation);
        }
    }

    private void onCancelAll(EventSink sink) {
        if (service != null) {
            service.cancelAll(sink);
        }
    }

    /** Ends the loop after the present step, waiting a few seconds for it; frees the model. */
    @Override
    public void close() {
        commands.add(Stop.INSTANCE);
        try {
            if (!thread.join(Duration.ofMillis(CLOSE_TIMEOUT_MS))) {
                LOG.warn("the step loop still runs after {} ms and is left", CLOSE_TIMEOUT_MS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
