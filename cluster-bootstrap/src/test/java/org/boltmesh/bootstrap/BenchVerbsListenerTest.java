package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.boltmesh.bootstrap.bench.verbs.VerbsAnswerer;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedProvider;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.DeviceLedger;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The answering end of {@code bench verbs} meets measuring ends that die, or are none. */
@Timeout(60)
class BenchVerbsListenerTest {
    private static final int MAGIC = 0x424D5631;
    private static final int OPEN = 1;
    private static final int ECHO = 2;
    private static final int RING = 5;

    @TempDir Path folder;

    /** What a measuring end says, and what it does before. */
    @FunctionalInterface
    private interface Talk {
        void run(DataInputStream in, DataOutputStream out) throws IOException;
    }

    /**
     * Answers one end that says so and then is gone; what the answerer ended with, if it failed.
     */
    private void answer(Talk talk, String wanted) throws Exception {
        Files.writeString(folder.resolve("cables"), "cable a:rdma_en3 b:rdma_en3\n");
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(loopback)) {
            CompletableFuture<Integer> answering =
                    CompletableFuture.supplyAsync(() -> answerOne(server));
            try (Socket socket = SocketChannel.open(server.getLocalAddress()).socket()) {
                var in = new DataInputStream(socket.getInputStream());
                var out = new DataOutputStream(socket.getOutputStream());
                out.writeInt(MAGIC);
                out.writeUTF("THUNDERBOLT");
                in.readInt();
                in.readUTF();
                talk.run(in, out);
            }
            if (wanted.isEmpty()) {
                assertThat(answering.get(30, TimeUnit.SECONDS)).isZero();
            } else {
                assertThatThrownBy(() -> answering.get(30, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(VerbsBenchException.class)
                        .hasMessageContaining(wanted);
            }
        }
    }

    /** How many queue pairs are left. */
    private int answerOne(ServerSocketChannel server) {
        try (var provider = new SimulatedProvider(folder, "b", new CallFaults());
                Device device =
                        Device.open(provider, "rdma_en3", new RegisteredMemoryBudget(1 << 28))) {
            VerbsAnswerer.answer(device, server.accept().socket(), Optional.empty());
            return device.ledger().held(DeviceLedger.Kind.QUEUE_PAIR);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void open(DataInputStream in, DataOutputStream out, int number)
            throws IOException {
        out.writeInt(OPEN);
        out.writeInt(64);
        out.writeInt(2);
        for (int pair = 0; pair < 2; pair++) {
            out.writeLong(0);
            out.writeLong(0xFFFF_7F4D_0001L);
            out.writeInt(0);
            out.writeInt(number);
            out.writeInt(1);
        }
        in.readNBytes(2 * 28);
    }

    @Test
    void shouldNoticeThatTheMeasuringEndDied() throws Exception {
        answer(
                (in, out) -> {
                    open(in, out, 64);
                    out.writeInt(OPEN);
                    in.readInt();
                    out.writeInt(ECHO);
                    assertThat(in.readInt()).isEqualTo(ECHO);
                },
                "");
    }

    @Test
    void shouldRefuseAnImpossibleQueuePair() throws Exception {
        answer((in, out) -> open(in, out, -1), "an impossible queue pair number -1");
    }

    @Test
    void shouldRefuseHalfAnAddress() throws Exception {
        answer(
                (_, out) -> {
                    out.writeInt(OPEN);
                    out.writeInt(64);
                    out.writeInt(2);
                    out.writeInt(7);
                },
                "the measuring end is lost");
    }

    @Test
    void shouldRefuseARingWithoutSharedMemory() throws Exception {
        answer((_, out) -> out.writeInt(RING), "asks for a ring");
    }
}
