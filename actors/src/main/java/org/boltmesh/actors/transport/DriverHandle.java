package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.boltmesh.actors.child.ChildHandle;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.mesh.MeshView;

/** A media driver that runs. */
public interface DriverHandle extends ChildHandle {
    /** The directory that Aeron clients name. */
    Path aeronDirectory();

    /** The heartbeat last received. */
    Optional<DriverEvent.Heartbeat> heartbeat();

    /** Tells it who the peers are. */
    void join(MeshView view);

    /** Asks for a heartbeat soon. */
    void ping();

    /** How long nothing has come from it. */
    Duration silence();

    /** Completes when it ends without being asked to; never after closing. */
    CompletableFuture<MediaDriverException> loss();
}
