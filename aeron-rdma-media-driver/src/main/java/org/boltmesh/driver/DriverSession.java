package org.boltmesh.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.boltmesh.process.ClaimedService;
import org.boltmesh.process.FrameConnection;
import org.boltmesh.process.FrameException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One control process at a media driver. */
final class DriverSession implements ClaimedService.Session {
    private static final Logger LOG = LoggerFactory.getLogger(DriverSession.class);

    private final FrameConnection connection;
    private final LateDriver driver;
    private final Runnable onShutdown;

    DriverSession(FrameConnection connection, LateDriver driver, Runnable onShutdown) {
        this.connection = connection;
        this.driver = driver;
        this.onShutdown = onShutdown;
    }

    @Override
    public void run() {
        driver.running().ifPresentOrElse(this::greet, this::standBy);
        try {
            Optional<byte[]> frame = connection.receive();
            while (frame.isPresent()) {
                onRequest(DriverJson.request(frame.get()));
                frame = connection.receive();
            }
        } catch (FrameException e) {
            LOG.info("control sent what is no request and is hung up on: {}", e.getMessage());
            refuse(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.info("control is gone: {}", e.toString());
        } finally {
            connection.close();
        }
    }

    private void greet(RdmaMediaDriver running) {
        send(
                new DriverEvent.Hello(
                        DriverEvent.Hello.PROTOCOL_VERSION,
                        ProcessHandle.current().pid(),
                        running.aeronDirectory().toString()));
    }

    private void standBy() {
        send(new DriverEvent.StandsBy(ProcessHandle.current().pid()));
    }

    private void onRequest(DriverRequest request) {
        switch (request) {
            case DriverRequest.Begin begin -> begin(Path.of(begin.aeronDirectory()));
            case DriverRequest.Ping _ -> beat();
            case DriverRequest.JoinMesh join ->
                    driver.running().ifPresent(running -> running.join(join.view()));
            case DriverRequest.Shutdown _ -> onShutdown.run();
        }
    }

    private void begin(Path aeronDirectory) {
        try {
            greet(driver.begin(aeronDirectory));
            LOG.info("media driver in {}", aeronDirectory);
        } catch (MediaDriverException e) {
            LOG.error("the driver does not begin", e);
            refuse(String.valueOf(e.getMessage()));
            onShutdown.run();
        }
    }

    @Override
    public void refuse(String sentence) {
        send(new DriverEvent.Refused(sentence));
    }

    @Override
    public void beat() {
        driver.running().ifPresentOrElse(this::beat, this::standBy);
    }

    private void beat(RdmaMediaDriver running) {
        running.heartbeat().ifPresent(this::send);
    }

    private void send(DriverEvent event) {
        connection.send(DriverJson.encode(event));
    }

    @Override
    public void close() {
        connection.close();
    }
}
