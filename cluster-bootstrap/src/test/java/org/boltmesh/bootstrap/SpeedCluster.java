package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;

/** Loaded models that read a prompt in a second and write an answer in two. */
final class SpeedCluster implements ClusterAccess {
    static final int VOCABULARY = 50;
    private static final int CONTEXT = 600;

    final List<AnswerRequest> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<String> names;
    private final int recoveries;

    SpeedCluster(int recoveries, String... names) {
        this.recoveries = recoveries;
        this.names = List.of(names);
    }

    private static ModelStatus model(String name) {
        var info =
                new ShardInfo(
                        "qwen3", 0, 3, VOCABULARY, CONTEXT, 1, 512, 1000, 200, 30, "a CPU", true);
        var shard =
                new ShardStatus(
                        "a", LayerRange.of(0, 3, 4), 1000, 200, 40, Optional.of(info), 7, 1000);
        var spec = new ModelSpec(name, "/m/x.gguf", 0, List.of(), KvType.F16, 512, 1);
        return new ModelStatus(spec, ModelPhase.READY, "", List.of(shard), List.of(), 0, 0, 0);
    }

    @Override
    public CompletionStage<ClusterState> state() {
        return CompletableFuture.completedFuture(
                new ClusterState(List.of(), names.stream().map(SpeedCluster::model).toList()));
    }

    @Override
    public void load(ModelSpec spec, Consumer<LoadEvent> listener) {
        listener.accept(new LoadEvent.Refused("not here"));
    }

    @Override
    public CompletionStage<Optional<String>> unload(String model) {
        return CompletableFuture.completedFuture(Optional.of("not here"));
    }

    @Override
    public Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener) {
        asked.add(request);
        int prompt = ((Prompt.Tokens) request.prompt()).ids().size();
        long second = 1_000_000_000;
        var times = new GenerationTimes(prompt, second, request.maxTokens() - 1, 2 * second);
        listener.accept(new AnswerEvent.Finished(FinishReason.LENGTH, "", times, recoveries));
        return () -> {};
    }
}
