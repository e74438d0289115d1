package org.boltmesh.actors.shard;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.boltmesh.process.SocketFolder;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An engine of {@link InProcessEngines}. */
record InProcessEngine(
        String name, EngineClient client, CompletableFuture<Integer> exit, SocketFolder folder)
        implements EngineHandle {
    private static final Logger LOG = LoggerFactory.getLogger(InProcessEngine.class);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(9);

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    @Override
    public CompletableFuture<EngineException> loss() {
        return client.loss();
    }

    /** It hangs up first, as {@link org.boltmesh.shards.engine.EngineProcess} does. */
    @Override
    public void close() {
        client.shutdown();
        exit.copy()
                .orTimeout(END_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)
                .handle((_, fault) -> report(fault == null))
                .join();
        client.close();
        try {
            folder.close();
        } catch (IOException e) {
            LOG.warn("cannot remove the socket of engine {}", name, e);
        }
    }

    private boolean report(boolean ended) {
        if (!ended) {
            LOG.warn("engine {} has not ended after {} and is left alone", name, END_TIMEOUT);
        }
        return ended;
    }
}
