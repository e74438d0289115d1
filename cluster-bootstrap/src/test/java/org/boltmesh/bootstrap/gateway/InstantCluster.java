package org.boltmesh.bootstrap.gateway;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.SpelledLogprob;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;

/** A cluster that answers at once, and refuses some. */
final class InstantCluster implements ClusterAccess, AutoCloseable {
    private static final int TOKENS = 3;
    private static final List<FailureCode> FAILURES =
            List.of(FailureCode.QUEUE_FULL, FailureCode.NOT_LOADED, FailureCode.INVALID_REQUEST);

    private final HeldCluster models = new HeldCluster();
    private final ExecutorService answers = Executors.newSingleThreadExecutor();
    private final AtomicInteger count = new AtomicInteger();

    int count() {
        return count.get();
    }

    @Override
    public CompletionStage<ClusterState> state() {
        return models.state();
    }

    @Override
    public Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener) {
        int number = count.incrementAndGet();
        answers.execute(() -> answer(number, listener));
        return () -> {};
    }

    private static void answer(int number, Consumer<AnswerEvent> listener) {
        if (number % 7 == 0) {
            listener.accept(
                    new AnswerEvent.Failed(FAILURES.get(number % FAILURES.size()), "refused"));
            return;
        }
        listener.accept(new AnswerEvent.Begun(List.of(1)));
        for (int index = 0; index < TOKENS; index++) {
            var logprob = new SpelledLogprob(index, -1, "f09f");
            listener.accept(new AnswerEvent.Token(index, index, "t", List.of(logprob, logprob)));
        }
        listener.accept(
                new AnswerEvent.Finished(
                        FinishReason.STOP, "", new GenerationTimes(1, 1, 1, 1), 0));
    }

    @Override
    public void load(ModelSpec spec, Consumer<LoadEvent> listener) {
        throw new UnsupportedOperationException("no test loads");
    }

    @Override
    public CompletionStage<Optional<String>> unload(String model) {
        throw new UnsupportedOperationException("no test unloads");
    }

    @Override
    public void close() {
        answers.close();
    }
}
