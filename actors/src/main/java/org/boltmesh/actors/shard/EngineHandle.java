package org.boltmesh.actors.shard;

import java.util.concurrent.CompletableFuture;
import org.boltmesh.actors.child.ChildHandle;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineException;

/** An engine that runs. */
public interface EngineHandle extends ChildHandle {
    /** What to ask of it. */
    EngineClient client();

    /**
     * Completes when it dies, hangs up or is silent for too long, also while it is idle; never
     * after closing.
     */
    CompletableFuture<EngineException> loss();
}
