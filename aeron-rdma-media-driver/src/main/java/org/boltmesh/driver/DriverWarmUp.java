package org.boltmesh.driver;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.process.FrameException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads what a driver needs, by letting a small one without devices live for a moment: it carries
 * some messages from itself to itself. Of a start that follows, classes are most of the time.
 */
final class DriverWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(DriverWarmUp.class);
    private static final long PATIENCE_NS = Duration.ofSeconds(2).toNanos();
    private static final int MESSAGES = 64;
    private static final int MESSAGE_BYTES = 4096;
    private static final int TERM_BYTES = 64 << 10;
    private static final int STREAM = 1;

    private DriverWarmUp() {}

    /** Does it in a new directory, which is gone again afterwards. */
    static void run(Path aeronDirectory) {
        MediaDriverOptions small =
                new MediaDriverOptions(
                        aeronDirectory,
                        MediaDriverOptions.MTU_DEFAULT_BYTES,
                        MediaDriverOptions.MTU_DEFAULT_BYTES,
                        TERM_BYTES,
                        RdmaOptions.OFF);
        try (RdmaMediaDriver driver = RdmaMediaDriver.invoked(small)) {
            carry(driver);
            speak(driver);
        } catch (RuntimeException e) {
            // Where this matters, the driver itself fails by it, and says so.
            LOG.warn("could not warm up", e);
        }
    }

    private static void carry(RdmaMediaDriver driver) {
        var context =
                new Aeron.Context()
                        .aeronDirectoryName(driver.aeronDirectory().toString())
                        .driverAgentInvoker(driver.invoker())
                        .useConductorAgentInvoker(true);
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        try (Aeron client = Aeron.connect(context);
                Subscription subscription =
                        client.addSubscription("aeron:udp?endpoint=127.0.0.1:0", STREAM)) {
            String place = subscription.tryResolveChannelEndpointPort();
            try (ExclusivePublication publication =
                    client.addExclusivePublication(String.valueOf(place), STREAM)) {
                var message = new UnsafeBuffer(new byte[MESSAGE_BYTES]);
                int received = 0;
                while (received < MESSAGES && System.nanoTime() - deadlineNs < 0) {
                    publication.offer(message);
                    driver.doWork();
                    client.conductorAgentInvoker().invoke();
                    received += subscription.poll((_, _, _, _) -> {}, MESSAGES);
                }
            }
        }
    }

    /** What is read and written first when it is told to begin. */
    private static void speak(RdmaMediaDriver driver) {
        String place = driver.aeronDirectory().toString();
        DriverJson.encode(new DriverEvent.Hello(0, 0, place));
        driver.heartbeat().ifPresent(DriverJson::encode);
        try {
            DriverJson.request(DriverJson.encode(new DriverRequest.Begin(place)));
        } catch (FrameException e) {
            throw new IllegalStateException("our own request cannot be read", e);
        }
    }
}
