package org.boltmesh.driver.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Packets between the two hosts are lost, both ways, until it is closed. */
public final class PacketLoss implements AutoCloseable {
    private PacketLoss() {}

    /** Loses so many of a hundred packets. */
    public static PacketLoss ofPercent(double percent) throws IOException {
        netem("replace", "netem limit 10000 loss %s%%".formatted(percent));
        return new PacketLoss();
    }

    /** Where packets leave depends on the kernel. */
    private static void netem(String change, String discipline) throws IOException {
        for (int host = 1; host <= 2; host++) {
            String command =
                    "tc qdisc %2$s dev rdma%1$d root %3$s || tc -n h%1$d qdisc %2$s dev eth%1$d root %3$s"
                            .formatted(host, change, discipline);
            Process tc = new ProcessBuilder("bash", "-c", command).inheritIO().start();
            assertThat(tc.onExit().join().exitValue()).as(command).isZero();
        }
    }

    @Override
    public void close() throws IOException {
        netem("del", "");
    }
}
