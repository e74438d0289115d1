package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.util.List;

/**
 * How a node's media driver is.
 *
 * @param pid its process id; 0 while there is none
 * @param aeronDirectory the directory that clients name; none of a driver while there is none
 * @param peers what it has sent so far; counted anew after a restart
 * @param trouble why there is no driver, as a sentence; empty where all is well
 */
public record DriverState(long pid, Path aeronDirectory, List<Peer> peers, String trouble) {
    public DriverState {
        peers = List.copyOf(peers);
    }

    /** Whether a driver runs. */
    public boolean isRunning() {
        return pid != 0;
    }

    /**
     * One destination.
     *
     * @param address address and port
     * @param sentBytes datagrams, headers and repeats included
     */
    public record Peer(String address, long sentBytes) {}
}
