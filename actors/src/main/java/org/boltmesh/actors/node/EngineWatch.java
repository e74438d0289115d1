package org.boltmesh.actors.node;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.boltmesh.actors.shard.EngineHandle;
import org.boltmesh.actors.shard.EngineStarter;
import org.boltmesh.actors.transport.NodeWork;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.EngineException;

/** Starts a node's engines, and knows what those that live do. Thread-safe. */
final class EngineWatch implements EngineStarter {
    private final EngineStarter starter;
    private final Set<EngineHandle> running = ConcurrentHashMap.newKeySet();

    EngineWatch(EngineStarter starter) {
        this.starter = starter;
    }

    @Override
    public EngineHandle start(String name) {
        EngineHandle engine = starter.start(name);
        running.add(engine);
        var _ = engine.loss().whenComplete((_, _) -> running.remove(engine));
        return new Watched(engine, () -> running.remove(engine));
    }

    /** As their last heartbeats told, of about a second ago. */
    NodeWork work() {
        return running.stream()
                .flatMap(engine -> engine.client().heartbeat().stream())
                .map(EngineWatch::work)
                .reduce(NodeWork.NONE, NodeWork::plus);
    }

    /** A stage knows no requests, but it computes for one. */
    private static NodeWork work(EngineEvent.Heartbeat beat) {
        int computing = beat.stepRunningNs() > 0 ? 1 : 0;
        return new NodeWork(beat.steps(), beat.active() + beat.waiting() + computing);
    }

    private record Watched(EngineHandle engine, Runnable onClose) implements EngineHandle {
        @Override
        public EngineClient client() {
            return engine.client();
        }

        @Override
        public CompletableFuture<EngineException> loss() {
            return engine.loss();
        }

        @Override
        public long pid() {
            return engine.pid();
        }

        @Override
        public void close() {
            onClose.run();
            engine.close();
        }
    }
}
