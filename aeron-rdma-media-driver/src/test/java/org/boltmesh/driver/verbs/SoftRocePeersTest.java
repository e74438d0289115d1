package org.boltmesh.driver.verbs;

import java.nio.file.Path;
import org.boltmesh.driver.guest.HostProcesses;
import org.boltmesh.driver.guest.SoftRoce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on two hosts, one of which dies. */
@SoftRoce
class SoftRocePeersTest {
    private static final String PING = "ping";
    private static final String ECHO = "echo";

    @TempDir Path folder;

    @Test
    void shouldConnectAnewAfterThePeerWasKilled() throws Exception {
        try (var hosts = new HostProcesses(folder)) {
            hosts.start("echo-1", 2, SoftRocePeer.class, ECHO);
            hosts.start(PING, 1, SoftRocePeer.class, PING, "10.77.0.2");
            hosts.await(PING, SoftRocePeer.FIRST_OK);
            hosts.kill("echo-1");
            hosts.start("echo-2", 2, SoftRocePeer.class, ECHO);
            hosts.await(PING, SoftRocePeer.LOST);
            hosts.await(PING, SoftRocePeer.ANEW_OK);
            hosts.awaitEnd(PING);
            System.out.println(hosts.said(PING));
        }
    }
}
