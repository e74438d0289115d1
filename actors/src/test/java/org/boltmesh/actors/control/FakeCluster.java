package org.boltmesh.actors.control;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.actors.coordinator.SpelledLogprob;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;

/**
 * Answers with as many tokens as were asked for; the model {@code endless} never ends by itself,
 * {@code flood} sends what it can until it is cancelled, and others than {@code tales} are unknown.
 */
final class FakeCluster implements ClusterAccess {
    static final ModelSpec SPEC =
            new ModelSpec("tales", "/m/tales.gguf", 64, List.of("a", "b"), KvType.F32, 7, 2);
    static final GenerationTimes TIMES = new GenerationTimes(3, 30, 4, 40);

    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger cancelled = new AtomicInteger();
    final AtomicLong flooded = new AtomicLong();

    static ModelStatus model(ModelSpec spec, ModelPhase phase, long loadedBytes) {
        var info = new ShardInfo("qwen3", 0, 1, 700, 64, 2, 7, 10, 20, 30, "CPU", true);
        var first =
                new ShardStatus(
                        "a",
                        new LayerRange(0, 1, true, false),
                        10,
                        20,
                        40,
                        Optional.of(info),
                        7,
                        10);
        var last =
                new ShardStatus(
                        "b",
                        new LayerRange(2, 3, false, true),
                        11,
                        21,
                        41,
                        Optional.empty(),
                        0,
                        loadedBytes);
        return new ModelStatus(
                spec, phase, "a detail", List.of(first, last), List.of("a note"), 1, 2, 3);
    }

    static ClusterState cluster() {
        var node =
                new NodeStatus(
                        new UUID(1, 2),
                        "a",
                        4711,
                        new HostPort("::1", 25520),
                        1L << 40,
                        Long.MAX_VALUE,
                        12,
                        4712,
                        MeshStatus.OFF,
                        List.of(new NodeStatus.SentBytes("b", 99)));
        return new ClusterState(List.of(node), List.of(model(SPEC, ModelPhase.READY, 11)));
    }

    @Override
    public CompletionStage<ClusterState> state() {
        return CompletableFuture.supplyAsync(FakeCluster::cluster);
    }

    @Override
    public void load(ModelSpec spec, Consumer<LoadEvent> listener) {
        if (spec.name().equals("huge")) {
            listener.accept(new LoadEvent.Refused("too large by 1 byte"));
            return;
        }
        listener.accept(new LoadEvent.Progress(model(spec, ModelPhase.LOADING, 5)));
        listener.accept(new LoadEvent.Done(model(spec, ModelPhase.READY, 11)));
    }

    @Override
    public CompletionStage<Optional<String>> unload(String model) {
        return switch (model) {
            case "tales" -> CompletableFuture.completedFuture(Optional.empty());
            case "lost" ->
                    CompletableFuture.failedFuture(new IllegalStateException("nobody answers"));
            default -> CompletableFuture.completedFuture(Optional.of("no model " + model));
        };
    }

    @Override
    public Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener) {
        if (!List.of("tales", "endless", "flood").contains(request.model())) {
            listener.accept(
                    new AnswerEvent.Failed(FailureCode.NOT_LOADED, "no model " + request.model()));
            return () -> {};
        }
        running.incrementAndGet();
        listener.accept(new AnswerEvent.Begun(List.of(1, 2, 3)));
        var stop = new AtomicBoolean();
        Runnable onStop = () -> {};
        if (request.model().equals("flood")) {
            Thread.ofVirtual().start(() -> flood(listener, stop));
        } else {
            IntStream.range(0, request.maxTokens()).forEach(index -> listener.accept(token(index)));
            if (request.model().equals("tales")) {
                finish(listener, FinishReason.LENGTH);
                return () -> {};
            }
            onStop = () -> finish(listener, FinishReason.CANCELLED);
        }
        return cancel(stop, onStop);
    }

    private Runnable cancel(AtomicBoolean stop, Runnable onStop) {
        return () -> {
            if (stop.compareAndSet(false, true)) {
                cancelled.incrementAndGet();
                onStop.run();
            }
        };
    }

    private void flood(Consumer<AnswerEvent> listener, AtomicBoolean stop) {
        for (int index = 0; !stop.get(); index++) {
            listener.accept(token(index));
            flooded.incrementAndGet();
        }
        finish(listener, FinishReason.CANCELLED);
    }

    private void finish(Consumer<AnswerEvent> listener, FinishReason reason) {
        running.decrementAndGet();
        listener.accept(new AnswerEvent.Finished(reason, "!", TIMES, 1));
    }

    static AnswerEvent token(int index) {
        return new AnswerEvent.Token(
                index, 100 + index, "ä" + index, List.of(new SpelledLogprob(7, -0.5, "c3a4")));
    }
}
