package org.boltmesh.shards.engine;

import java.io.IOException;
import org.boltmesh.process.ClaimedServer;
import org.boltmesh.process.ClaimedService;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.ServerOptions;
import org.boltmesh.shards.pipeline.ChannelFactory;

/**
 * The engine process: runs what one control process at a time asks for, and ends when it is asked
 * to, or when nobody has claimed it for a while. Its exit codes are those of {@link ClaimedServer}.
 */
public final class EngineServer {
    private final ClaimedServer server;
    private final ModelLoader loader;
    private final ChannelFactory channels;

    private EngineServer(ClaimedServer server, ModelLoader loader, ChannelFactory channels) {
        this.server = server;
        this.loader = loader;
        this.channels = channels;
    }

    /**
     * An engine that listens, and works alone.
     *
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static EngineServer listen(ServerOptions options, ModelLoader loader)
            throws IOException {
        return listen(options, loader, ChannelFactory.none());
    }

    /**
     * An engine that listens.
     *
     * @param channels opens what connects it to the other engines of a pipeline
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static EngineServer listen(
            ServerOptions options, ModelLoader loader, ChannelFactory channels) throws IOException {
        return new EngineServer(ClaimedServer.listen(options), loader, channels);
    }

    /** Serves until the end and returns the exit code. SIGTERM ends it politely, too. */
    public int serve() {
        return server.serve(
                new Service(new StepLoop(loader, channels, System::nanoTime, server::crash)));
    }

    private record Service(StepLoop loop, TextService texts) implements ClaimedService {
        Service(StepLoop loop) {
            this(loop, new TextService());
        }

        @Override
        public String name() {
            return "engine";
        }

        @Override
        public void start() {
            loop.start();
        }

        @Override
        public Session open(FrameConnection connection, Runnable onShutdown) {
            return new EngineSession(connection, loop, texts, onShutdown);
        }

        @Override
        public void close() {
            texts.close();
            loop.close();
        }
    }
}
