package org.boltmesh.driver;

import java.io.IOException;
import org.boltmesh.process.ClaimedServer;
import org.boltmesh.process.ClaimedService;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.ServerOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The media driver's process: ends when it is asked to, or when nobody has claimed it for a while.
 * Its exit codes are those of {@link ClaimedServer}.
 */
public final class MediaDriverServer {
    private static final Logger LOG = LoggerFactory.getLogger(MediaDriverServer.class);

    private final ClaimedServer server;
    private final RdmaMediaDriver driver;

    private MediaDriverServer(ClaimedServer server, RdmaMediaDriver driver) {
        this.server = server;
        this.driver = driver;
    }

    /**
     * A driver that runs, in a process that listens.
     *
     * @throws IOException when it cannot listen there; the message is a sentence for people
     * @throws MediaDriverException when the driver cannot run
     */
    public static MediaDriverServer listen(ServerOptions options, MediaDriverOptions driverOptions)
            throws IOException {
        ClaimedServer server = ClaimedServer.listen(options);
        return new MediaDriverServer(
                server, RdmaMediaDriver.launch(driverOptions, () -> onTermination(server)));
    }

    private static void onTermination(ClaimedServer server) {
        LOG.error("the media driver ended by itself");
        server.crash();
    }

    /** Serves until the end and returns the exit code. SIGTERM ends it politely, too. */
    public int serve() {
        LOG.info("media driver in {}", driver.aeronDirectory());
        return server.serve(new Service(driver));
    }

    private record Service(RdmaMediaDriver driver) implements ClaimedService {
        @Override
        public String name() {
            return "media driver";
        }

        @Override
        public void start() {
            LOG.debug("the driver was started before");
        }

        @Override
        public Session open(FrameConnection connection, Runnable onShutdown) {
            return new DriverSession(connection, driver, onShutdown);
        }

        @Override
        public void close() {
            driver.close();
        }
    }
}
