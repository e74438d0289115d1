package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.QueueDepths;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where ordinary hardware differs from Thunderbolt's. */
class OrdinaryRulesTest {
    @TempDir Path folder;
    private TestFabric fabric;

    @BeforeEach
    void lay() {
        fabric = new TestFabric(folder, Manners.ORDINARY);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void shouldReceiveFromReadyToReceiveOn() {
        End sender = fabric.end("a");
        End receiver = fabric.end("b");
        sender.receiveFrom(receiver.address());
        assertThat(receiver.receive(0, 64)).isEqualTo(Errno.EINVAL);
        receiver.receiveFrom(sender.address());
        assertThat(receiver.receive(0, 64)).isZero();
        assertThat(sender.send(0, 64)).isEqualTo(Errno.EINVAL);
        sender.pair.modifyToSend(0);
        sender.send(0, 64);
        End.poll(sender, receiver);

        assertThat(receiver.log).containsExactly("received 0 of 64");
    }

    @Test
    void shouldDropWhatFindsNoReceiveOrTooSmallAOne() {
        End[] ends = fabric.connected();
        ends[0].send(0, 64);
        End.poll(ends[0], ends[1]);
        ends[1].receive(0, 4096);
        ends[0].send(1, 4097);
        End.poll(ends[0], ends[1]);
        assertThat(ends[1].log).isEmpty();
        ends[0].send(2, 100);
        End.poll(ends[0], ends[1]);

        assertThat(ends[0].log).containsExactly("sent 0", "sent 1", "sent 2");
        assertThat(ends[1].log).containsExactly("received 0 of 100");
    }

    @Test
    void shouldTakeAMessageOfFewerFrames() {
        End[] ends = fabric.connected();
        ends[1].receive(0, End.PAGE);
        ends[0].send(0, 1);
        End.poll(ends[0], ends[1]);

        assertThat(ends[1].log).containsExactly("received 0 of 1");
    }

    @Test
    void shouldCountDepthsInWorkRequests() {
        End[] ends = {
            new End(fabric.join("a"), TestFabric.DEVICE, new QueueDepths(2, 2)),
            new End(fabric.join("b"), TestFabric.DEVICE, new QueueDepths(2, 2))
        };
        End.connect(ends[0], ends[1]);

        assertThat(ends[0].receive(0, End.PAGE)).isZero();
        assertThat(ends[0].receive(1, 1)).isZero();
        assertThat(ends[0].receive(2, 1)).isEqualTo(Errno.ENOMEM);
    }

    @Test
    void shouldLoseMessagesWhileTheCableIsOutAndGoOn() {
        End[] ends = fabric.connected();
        ends[1].receive(0, 64);
        fabric.control.pull(TestFabric.A);
        ends[0].send(0, 64);
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).containsExactly("sent 0");
        fabric.control.plug(TestFabric.B);
        ends[0].send(1, 64);
        End.poll(ends[0], ends[1]);

        assertThat(ends[1].log).containsExactly("received 0 of 64");
    }
}
