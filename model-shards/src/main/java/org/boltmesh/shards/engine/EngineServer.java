package org.boltmesh.shards.engine;

import java.io.IOException;
import org.boltmesh.process.ClaimedServer;
import org.boltmesh.process.ClaimedService;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.ServerOptions;

/**
 * The engine process: runs what one control process at a time asks for, and ends when it is asked
 * to, or when nobody has claimed it for a while. Its exit codes are those of {@link ClaimedServer}.
 */
public final class EngineServer {
    private final ClaimedServer server;
    private final ModelLoader loader;

    private EngineServer(ClaimedServer server, ModelLoader loader) {
        this.server = server;
        this.loader = loader;
    }

    /**
     * An engine that listens.
     *
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static EngineServer listen(ServerOptions options, ModelLoader loader)
            throws IOException {
        return new EngineServer(ClaimedServer.listen(options), loader);
    }

    /** Serves until the end and returns the exit code. SIGTERM ends it politely, too. */
    public int serve() {
        return server.serve(new Service(new StepLoop(loader, System::nanoTime, server::crash)));
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
