package org.boltmesh.bootstrap.gateway;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.KvType;

/** A cluster with one model that answers what a test says, when it says so, and one that loads. */
final class HeldCluster implements ClusterAccess {
    /** A request and who hears of it. */
    record Ask(
            AnswerRequest request,
            Consumer<AnswerEvent> listener,
            CompletableFuture<Boolean> cancelled) {
        void begin() {
            listener.accept(new AnswerEvent.Begun(List.of(1, 2, 3)));
        }

        void token(int index, String text) {
            listener.accept(new AnswerEvent.Token(index, 100 + index, text, List.of()));
        }

        void finish() {
            listener.accept(
                    new AnswerEvent.Finished(
                            FinishReason.LENGTH, "", new GenerationTimes(0, 0, 0, 0), 0));
        }
    }

    final BlockingQueue<Ask> asks = new LinkedBlockingQueue<>();
    volatile ModelPhase phase = ModelPhase.READY;

    @Override
    public CompletionStage<ClusterState> state() {
        return CompletableFuture.completedFuture(
                new ClusterState(
                        List.of(),
                        Stream.of(status("tales", phase), status("slow", ModelPhase.LOADING))
                                .toList()));
    }

    private static ModelStatus status(String name, ModelPhase phase) {
        var spec = new ModelSpec(name, "/m", 0, List.of(), KvType.F16, 512, 8);
        return new ModelStatus(spec, phase, "", List.of(), List.of(), 0, 0, 0);
    }

    @Override
    public Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener) {
        var ask = new Ask(request, listener, new CompletableFuture<>());
        asks.add(ask);
        return () -> ask.cancelled().complete(true);
    }

    @Override
    public void load(ModelSpec spec, Consumer<LoadEvent> listener) {
        throw new UnsupportedOperationException("no test loads");
    }

    @Override
    public CompletionStage<Optional<String>> unload(String model) {
        throw new UnsupportedOperationException("no test unloads");
    }
}
