package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.boltmesh.process.ProcessSocket;
import org.boltmesh.process.ServerOptions;
import org.boltmesh.process.SocketFolder;
import org.boltmesh.shards.pipeline.ChannelFactory;

/** An engine server on a thread of the test's own JVM. */
final class RunningServer implements AutoCloseable {
    private final SocketFolder folder = SocketFolder.create();
    private final FakeLoader loader;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();

    RunningServer() throws IOException {
        this(Duration.ofMinutes(1));
    }

    RunningServer(Duration unclaimedExit) throws IOException {
        this(unclaimedExit, new FakeLoader(), ChannelFactory.none());
    }

    RunningServer(ChannelFactory channels) throws IOException {
        this(Duration.ofMinutes(1), new FakeLoader(), channels);
    }

    private RunningServer(Duration unclaimedExit, FakeLoader loader, ChannelFactory channels)
            throws IOException {
        this.loader = loader;
        EngineServer server =
                EngineServer.listen(
                        new ServerOptions(folder.socket(), false, unclaimedExit), loader, channels);
        Thread.ofPlatform().daemon().name("server").start(() -> exit.complete(server.serve()));
    }

    Path socket() {
        return folder.socket();
    }

    FakeLoader loader() {
        return loader;
    }

    int exitCode() {
        return Await.get(exit);
    }

    EngineClient connect() throws IOException {
        EngineClient client =
                EngineClient.open(
                        ProcessSocket.connect(socket()),
                        activity ->
                                new EngineException(FailureCode.LOST, "hung up while " + activity));
        Await.get(client.hello());
        return client;
    }

    /** Connects once the server has noticed that the one before is gone. */
    EngineClient reconnect() throws IOException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                return connect();
            } catch (CompletionException e) {
                assertThat(System.nanoTime()).isLessThan(deadlineNs);
                assertThat(e).hasMessageContaining("is claimed");
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!exit.isDone()) {
            try (EngineClient client = reconnect()) {
                client.shutdown();
                Await.get(exit);
            }
        }
        assertThat(socket()).doesNotExist();
        folder.close();
    }
}
