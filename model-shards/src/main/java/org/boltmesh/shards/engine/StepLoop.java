package org.boltmesh.shards.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.pipeline.ChannelFactory;
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

    private record Join(EngineRequest.JoinPipeline request, EventSink sink) implements Command {}

    private record Submit(Generation generation) implements Command {}

    private record Cancel(Generation generation) implements Command {}

    private record CancelAll(EventSink sink) implements Command {}

    private enum Stop implements Command {
        INSTANCE
    }

    private final LongSupplier clock;
    private final LoopGauges gauges = new LoopGauges();
    private final EngineState state;

    /** Bounded by what a session lets through. */
    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();

    private final Thread thread;

    /**
     * A loop that begins with {@link #start()}.
     *
     * @param onCrash called by the loop's thread when it dies of an unexpected failure
     */
    StepLoop(ModelLoader loader, ChannelFactory channels, LongSupplier clock, Runnable onCrash) {
        this.clock = clock;
        state = new EngineState(loader, channels, clock, gauges);
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

    /** A step that waits for a stage of an earlier epoch is broken off. */
    void join(EngineRequest.JoinPipeline request, EventSink sink) {
        state.announce(request.role().epoch());
        commands.add(new Join(request, sink));
    }

    /** At once: a step that is under way waits for its channels. */
    void moveChannels(String place) {
        state.moveChannels(place);
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
        return state.model();
    }

    /** What generations may ask for, once a model is loaded. */
    Optional<ShardInfo> limits() {
        return state.limits();
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
        state.close();
    }

    /** Takes what there is, or waits where there is nothing to compute; false to stop. */
    private boolean takeCommands() throws InterruptedException {
        Command command = state.work().isIdle() ? commands.take() : commands.poll();
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
        switch (state.work()) {
            case ModelService service -> step(service);
            // It tells the gauges itself when it computes: most of the time it waits.
            case StageService stage -> stage.step();
            case UnjoinedService _ -> {}
        }
    }

    private void step(ModelService service) {
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
            case Load load -> state.load(load.request(), load.sink());
            case Join join -> state.join(join.request(), join.sink());
            case Submit submit -> onSubmit(submit.generation());
            case Cancel cancel -> state.work().cancel(cancel.generation());
            case CancelAll cancelAll -> state.work().cancelAll(cancelAll.sink());
            case Stop _ -> throw new IllegalStateException("stop is no command of its own");
        }
    }

    private void onSubmit(Generation generation) {
        if (state.model().isEmpty()) {
            generation.fail(FailureCode.NOT_LOADED, "no model is loaded");
        } else {
            state.work().submit(generation);
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
