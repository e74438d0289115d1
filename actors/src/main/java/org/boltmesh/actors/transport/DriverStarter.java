package org.boltmesh.actors.transport;

import java.nio.file.Path;

/** The port through which a node gets its media driver. */
public interface DriverStarter {
    /** What the directories of its drivers begin with; no driver is in this one itself. */
    Path aeronDirectory();

    /**
     * Starts a driver and waits until clients can connect; there is one at a time. It minds an
     * interrupt.
     *
     * @throws org.boltmesh.driver.MediaDriverException when it cannot be started
     */
    DriverHandle start();
}
