package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.boltmesh.actors.child.ChildHandle;
import org.boltmesh.driver.MediaDriverException;

/** A process that becomes a media driver when it is told to. Closing one that has does nothing. */
public interface SpareHandle extends ChildHandle {
    /**
     * Makes it a driver and waits until clients can connect.
     *
     * @throws MediaDriverException where it cannot; its process has ended then
     */
    DriverHandle begin(Path aeronDirectory);

    /** Completes when it ends without being asked to, be it begun or not; never after closing. */
    CompletableFuture<MediaDriverException> loss();
}
