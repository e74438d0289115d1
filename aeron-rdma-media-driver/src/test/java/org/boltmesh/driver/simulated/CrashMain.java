package org.boltmesh.driver.simulated;

import java.io.IOException;
import java.nio.file.Path;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/**
 * Host b for as long as its faults let it live: exchanges messages with a queue pair of host a,
 * whose address and number it is given, and leaves in order.
 */
final class CrashMain {
    static final int MESSAGES = 3;

    private CrashMain() {}

    public static void main(String[] args) throws IOException {
        Gid gid = Gid.ofIpv4(Integer.parseInt(args[2]));
        live(
                Path.of(args[0]),
                CallFaults.parse(args[1]),
                new RemoteQueuePair(gid, 0, Integer.parseInt(args[3]), 0),
                end -> {
                    System.out.println(end.pair.number());
                    System.out.flush();
                });
    }

    /** What is done with the end before it connects. */
    @FunctionalInterface
    interface Announcement {
        void announce(End end);
    }

    static void live(
            Path folder, CallFaults faults, RemoteQueuePair peer, Announcement announcement) {
        try (SimulatedProvider provider = new SimulatedProvider(folder, "b", faults)) {
            End end = new End(provider, TestFabric.DEVICE);
            announcement.announce(end);
            end.receiveFrom(peer);
            end.pair.modifyToSend(0);
            for (int id = 0; id < MESSAGES; id++) {
                end.receive(id, 4096);
                end.send(MESSAGES + id, 4096);
            }
            Await.until(() -> end.poll() >= 0 && end.log.size() == 2 * MESSAGES);
            end.close();
        }
    }
}
