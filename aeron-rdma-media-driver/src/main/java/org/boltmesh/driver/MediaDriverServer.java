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
    private static final String WARM_UP_DIRECTORY = "warm-up";

    private final ClaimedServer server;
    private final LateDriver driver;

    private MediaDriverServer(ClaimedServer server, LateDriver driver) {
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
        MediaDriverServer made = make(options, driverOptions);
        made.driver.begin(driverOptions.aeronDirectory());
        LOG.info("media driver in {}", driverOptions.aeronDirectory());
        return made;
    }

    /**
     * A process that listens and has loaded what a driver needs, and runs one as soon as control
     * says in which directory.
     *
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static MediaDriverServer standBy(ServerOptions options, MediaDriverOptions driverOptions)
            throws IOException {
        MediaDriverServer made = make(options, driverOptions);
        DriverWarmUp.run(options.socket().resolveSibling(WARM_UP_DIRECTORY));
        return made;
    }

    private static MediaDriverServer make(ServerOptions options, MediaDriverOptions driverOptions)
            throws IOException {
        ClaimedServer server = ClaimedServer.listen(options);
        return new MediaDriverServer(
                server, new LateDriver(driverOptions, () -> onTermination(server)));
    }

    private static void onTermination(ClaimedServer server) {
        LOG.error("the media driver ended by itself");
        server.crash();
    }

    /** Serves until the end and returns the exit code. SIGTERM ends it politely, too. */
    public int serve() {
        return server.serve(new Service(driver));
    }

    private record Service(LateDriver driver) implements ClaimedService {
        @Override
        public String name() {
            return "media driver";
        }

        @Override
        public void start() {
            LOG.debug("the driver was started before, or stands by");
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
