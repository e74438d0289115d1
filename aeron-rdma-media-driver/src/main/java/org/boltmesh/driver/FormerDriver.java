package org.boltmesh.driver;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver that a process of ours has left behind when it was killed. It holds directory and port
 * until nobody has claimed it for a minute; who owns the directory need not wait for that.
 */
public final class FormerDriver {
    private static final Logger LOG = LoggerFactory.getLogger(FormerDriver.class);
    private static final long TERMINATE_S = 5;
    private static final long KILL_S = 5;

    private FormerDriver() {}

    /** Ends the driver of a directory that only the caller may use; returns when it is gone. */
    public static void end(Path aeronDirectory) {
        AeronDirectory.driverPid(aeronDirectory).stream()
                .boxed()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(driver -> end(driver, aeronDirectory));
    }

    private static void end(ProcessHandle driver, Path aeronDirectory) {
        LOG.info("ends media driver {}, left behind in {}", driver.pid(), aeronDirectory);
        driver.destroy();
        if (!awaitEnd(driver, TERMINATE_S)) {
            driver.destroyForcibly();
            if (!awaitEnd(driver, KILL_S)) {
                LOG.warn("media driver {} does not end", driver.pid());
            }
        }
    }

    private static boolean awaitEnd(ProcessHandle driver, long timeoutS) {
        try {
            driver.onExit().get(timeoutS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot wait for process " + driver.pid(), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return !driver.isAlive();
        }
    }
}
