package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
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
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.model.LayerRange;

/** Two nodes with one model, {@code tales}; answers at once. */
final class FakeCluster implements ClusterAccess {
    private static final int LAYERS = 4;

    final List<ModelSpec> loaded = Collections.synchronizedList(new ArrayList<>());

    private static ModelStatus model(ModelSpec spec, ModelPhase phase, String detail) {
        List<ShardStatus> shards =
                List.of(
                        shard("a", LayerRange.of(0, 1, LAYERS), 10, 40),
                        shard("b", LayerRange.of(2, 3, LAYERS), 11, 41));
        return new ModelStatus(spec, phase, detail, shards, List.of("a note"), 1, 2, 0);
    }

    private static ShardStatus shard(String node, LayerRange layers, long weights, long scratch) {
        return new ShardStatus(node, layers, weights, 2048, scratch, Optional.empty(), 7, 5);
    }

    private static MeshStatus mesh() {
        var traffic = new LinkTraffic(1, 2048, 3, 4096, 5, 6, Map.of("stale-epoch", 7L));
        var link =
                new LinkStatus(
                        "node-b", 0, "rdma_en3", LinkState.DOWN, "a cable is out", 8, traffic);
        return new MeshStatus("simulated", "", 9, false, List.of(link));
    }

    @Override
    public CompletionStage<ClusterState> state() {
        var a =
                new NodeStatus(
                        new UUID(1, 2),
                        "a",
                        4711,
                        new HostPort("127.0.0.1", 25520),
                        12L << 30,
                        Long.MAX_VALUE,
                        1024,
                        4712,
                        mesh(),
                        List.of(new NodeStatus.SentBytes("node-b", 99)));
        var b =
                new NodeStatus(
                        new UUID(1, 3),
                        "node-b",
                        4713,
                        new HostPort("10.0.0.2", 25520),
                        8L << 30,
                        4L << 30,
                        0,
                        0,
                        MeshStatus.OFF,
                        List.of());
        var spec = new ModelSpec("tales", "/m/tales.gguf", 0, List.of(), KvType.F16, 512, 8);
        return CompletableFuture.completedFuture(
                new ClusterState(List.of(a, b), List.of(model(spec, ModelPhase.READY, ""))));
    }

    @Override
    public void load(ModelSpec spec, Consumer<LoadEvent> listener) {
        if (spec.name().equals("huge")) {
            listener.accept(new LoadEvent.Refused("too large by 1 byte"));
            return;
        }
        loaded.add(spec);
        listener.accept(
                new LoadEvent.Progress(model(spec, ModelPhase.WAITING, "waits for memory")));
        listener.accept(new LoadEvent.Done(model(spec, ModelPhase.READY, "")));
    }

    @Override
    public CompletionStage<Optional<String>> unload(String model) {
        return CompletableFuture.completedFuture(
                model.equals("tales") ? Optional.empty() : Optional.of("no model " + model));
    }

    @Override
    public Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener) {
        if (!request.model().equals("tales")) {
            String reason = "no model " + request.model();
            listener.accept(new AnswerEvent.Failed(FailureCode.NOT_LOADED, reason));
            return () -> {};
        }
        listener.accept(new AnswerEvent.Begun(List.of(1, 2, 3)));
        for (int index = 0; index < request.maxTokens(); index++) {
            listener.accept(new AnswerEvent.Token(index, 100 + index, " ä" + index, List.of()));
        }
        var times = new GenerationTimes(3, 30, 2, 40);
        listener.accept(new AnswerEvent.Finished(FinishReason.LENGTH, "!", times, 1));
        return () -> {};
    }
}
