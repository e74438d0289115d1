package org.boltmesh.actors.shard;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.boltmesh.process.ProcessSocket;
import org.boltmesh.process.ServerOptions;
import org.boltmesh.process.SocketFolder;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineServer;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.ModelLoader;
import org.boltmesh.shards.pipeline.ChannelFactory;

/**
 * Engines on threads of this JVM, behind sockets as real ones, for tests and small demos: native
 * code that crashes takes all along.
 *
 * @param loaders makes what loads an engine's model
 * @param channels opens what connects engines; whoever made it closes it after them
 */
public record InProcessEngines(Supplier<ModelLoader> loaders, ChannelFactory channels)
        implements EngineStarter {
    private static final Duration UNCLAIMED_EXIT = Duration.ofSeconds(60);
    private static final Duration HELLO_TIMEOUT = Duration.ofSeconds(30);

    @Override
    public EngineHandle start(String name) {
        try {
            return start(name, SocketFolder.create());
        } catch (IOException e) {
            throw new EngineException(
                    FailureCode.LOST, "cannot start engine %s: %s".formatted(name, e.getMessage()));
        }
    }

    private EngineHandle start(String name, SocketFolder folder) throws IOException {
        var options = new ServerOptions(folder.socket(), true, UNCLAIMED_EXIT);
        EngineServer server = EngineServer.listen(options, loaders.get(), channels);
        var exit = new CompletableFuture<Integer>();
        Thread.ofPlatform()
                .daemon()
                .name("engine-" + name)
                .start(() -> exit.complete(server.serve()));
        EngineClient client =
                EngineClient.open(
                        ProcessSocket.connect(folder.socket()), activity -> lost(name, activity));
        var engine = new InProcessEngine(name, client, exit, folder);
        awaitHello(engine);
        return engine;
    }

    private static EngineException lost(String name, String activity) {
        return new EngineException(
                FailureCode.LOST,
                "engine %s hung up while %s; the log says more".formatted(name, activity));
    }

    private static void awaitHello(InProcessEngine engine) {
        try {
            engine.client().hello().get(HELLO_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            engine.close();
            throw new EngineException(
                    FailureCode.LOST, "engine %s: %s".formatted(engine.name(), e));
        } catch (InterruptedException _) {
            engine.close();
            Thread.currentThread().interrupt();
            throw new EngineException(
                    FailureCode.LOST,
                    "interrupted while engine %s starts".formatted(engine.name()));
        }
    }
}
