package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.util.Optional;

/** The port through which a node gets its media driver. */
public interface DriverStarter {
    /** What the directories of its drivers begin with; no driver is in this one itself. */
    Path aeronDirectory();

    /**
     * Starts a driver and waits until clients can connect; there is one at a time. It minds an
     * interrupt.
     *
     * @param spare becomes the driver, where it can; otherwise another one is started
     * @throws org.boltmesh.driver.MediaDriverException when it cannot be started
     */
    DriverHandle start(Optional<SpareHandle> spare);

    /** Whether a spare makes a start quicker. */
    boolean hasSpares();

    /**
     * Starts a spare and waits until it stands by; it may be there while a driver is. It minds an
     * interrupt.
     *
     * @throws org.boltmesh.driver.MediaDriverException when it cannot be started
     */
    SpareHandle prepare();
}
