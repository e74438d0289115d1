package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortState;
import org.boltmesh.driver.verbs.VerbsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cables do, and what is done to them. */
class CableTest {
    private static final CableEnd A = TestFabric.A;

    @TempDir Path folder;
    private TestFabric fabric;

    @BeforeEach
    void lay() {
        fabric = new TestFabric(folder, Manners.THUNDERBOLT);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private static PortState port(End end) {
        return end.context.queryPort(1).state();
    }

    @Test
    void shouldTakeTheTimeOfLatencyAndBandwidth() {
        fabric.control.latency(A, 5_000);
        fabric.control.bandwidth(A, 1_000_000_000);
        End[] ends = fabric.connected();
        for (int id = 0; id < 2; id++) {
            ends[1].receive(id, 4096);
            ends[0].send(id, 4000);
        }
        End.poll(ends[0], ends[1]);
        fabric.nowNs += 8_999;
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).isEmpty();

        fabric.nowNs += 1;
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).containsExactly("sent 0");
        assertThat(ends[1].log).containsExactly("received 0 of 4000");

        fabric.nowNs += 3_999;
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).hasSize(1);
        fabric.nowNs += 1;
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).containsExactly("sent 0", "sent 1");
    }

    @Test
    void shouldShareTheLinkBetweenQueuePairsButNotDirections() {
        fabric.control.bandwidth(A, 1_000_000_000);
        End[] ends = fabric.connected();
        End[] others = fabric.connected();
        for (End end : new End[] {ends[0], ends[1], others[0], others[1]}) {
            end.receive(0, 4096);
            end.send(1, 4096);
        }
        End.poll(ends[0], ends[1]);
        End.poll(others[0], others[1]);
        fabric.nowNs += 4_096;
        End.poll(others[0], others[1]);
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).contains("sent 1", "received 0 of 4096");
        assertThat(ends[1].log).contains("sent 1", "received 0 of 4096");
        assertThat(others[0].log).isEmpty();

        fabric.nowNs += 4_096;
        End.poll(others[0], others[1]);
        assertThat(others[0].log).contains("sent 1", "received 0 of 4096");
    }

    @Test
    void shouldLoseAddressAndLifeWithTheCable() {
        End[] ends = fabric.connected();
        ends[1].receive(0, 64);
        ends[0].send(0, 64);
        fabric.control.pull(A);

        assertThat(port(ends[0])).isEqualTo(PortState.DOWN);
        assertThat(port(ends[1])).isEqualTo(PortState.DOWN);
        assertThat(ends[0].context.queryGid(1, 1)).isEqualTo(Gid.NONE);
        assertThat(ends[0].context.queryGid(1, 0).isIpv4()).isFalse();
        assertThat(fabric.control.address(A)).isEmpty();
        End.poll(ends[0], ends[1]);
        fabric.control.plug(A);
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).isEmpty();
        assertThat(ends[1].log).isEmpty();

        assertThat(port(ends[0])).isEqualTo(PortState.ACTIVE);
        assertThat(fabric.control.address(A)).hasValue(ends[0].context.queryGid(1, 1).ipv4());
        End[] anew = fabric.connected();
        anew[1].receive(0, 64);
        anew[0].send(0, 64);
        End.poll(anew[0], anew[1]);
        assertThat(anew[1].log).containsExactly("received 0 of 64");
        assertThat(ends[1].log).isEmpty();
    }

    @Test
    void shouldRefuseToConnectWithoutACable() {
        End end = fabric.end("a");
        End peer = fabric.end("b");
        end.pair.modifyToInit(1);
        fabric.control.pull(A);

        assertThatThrownBy(() -> end.pair.modifyToReceive(peer.address(), PathMtu.MTU_1024, 1, 1))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        fabric.control.plug(A);
        assertThatThrownBy(() -> end.pair.modifyToReceive(peer.address(), PathMtu.MTU_1024, 1, 0))
                .hasMessageContaining("GID index 0, want that of an IPv4 address");
        end.pair.modifyToReceive(peer.address(), PathMtu.MTU_1024, 1, 1);
    }

    @Test
    void shouldBeActiveOnlyWhenBothEndsAreEnabled() {
        End[] ends = fabric.connected();
        fabric.control.disable(TestFabric.B);

        assertThat(port(ends[0])).isEqualTo(PortState.DOWN);
        assertThat(ends[0].context.queryGid(1, 1).isIpv4()).isTrue();
        fabric.control.enable(TestFabric.B);
        assertThat(port(ends[0])).isEqualTo(PortState.ACTIVE);
    }

    @Test
    void shouldVanishAndComeBack() {
        SimulatedProvider provider = fabric.join("a");
        End end = new End(provider, TestFabric.DEVICE);
        End peer = fabric.end("b");
        End.connect(end, peer);
        fabric.control.vanish(A, true);

        assertThat(provider.deviceNames()).isEmpty();
        assertThat(end.poll()).isEqualTo(-Errno.EIO);
        assertThat(end.send(0, 64)).isEqualTo(Errno.ENODEV);
        assertThatThrownBy(() -> end.context.queryPort(1)).hasMessageContaining("ENODEV");
        assertThatThrownBy(() -> provider.open(TestFabric.DEVICE)).hasMessageContaining("ENODEV");
        assertThat(port(peer)).isEqualTo(PortState.DOWN);
        end.close();

        fabric.control.vanish(A, false);
        assertThat(provider.deviceNames()).containsExactly(TestFabric.DEVICE);
        assertThat(port(peer)).isEqualTo(PortState.ACTIVE);
    }

    /** Sends 1 to n one by one and gives what arrived. */
    private List<Integer> arrivals(CableFaults faults, int messages) {
        fabric.control.faults(A, faults);
        End[] ends = fabric.connected();
        List<Integer> arrived = new ArrayList<>();
        for (int id = 0; id < 6; id++) {
            ends[1].receive(id, 4096);
        }
        int sent = 0;
        while (ends[0].log.size() < messages) {
            fabric.nowNs += 100_000;
            if (sent < messages && sent - ends[0].log.size() < 2) {
                sent++;
                ends[0].fill(sent % 4, sent);
                ends[0].send(sent % 4, 4096);
            }
            ends[0].poll();
            ends[1].poll();
            for (String event : ends[1].log) {
                int id = Integer.parseInt(event.split(" ", -1)[1]);
                arrived.add(ends[1].at(id, 17));
                ends[1].receive(id, 4096);
            }
            ends[1].log.clear();
        }
        return arrived;
    }

    @Test
    void shouldLoseTheSameMessagesForTheSameSeed() {
        List<Integer> once = arrivals(CableFaults.seeded(4).withLoss(300_000), 100);
        List<Integer> again = arrivals(CableFaults.seeded(4).withLoss(300_000), 100);
        List<Integer> other = arrivals(CableFaults.seeded(5).withLoss(300_000), 100);

        assertThat(once).hasSizeBetween(50, 90).isSorted().isEqualTo(again).isNotEqualTo(other);
    }

    @Test
    void shouldDeliverTwice() {
        assertThat(arrivals(CableFaults.seeded(4).withDuplication(1_000_000), 3))
                .containsExactly(1, 1, 2, 2, 3, 3);
    }

    @Test
    void shouldLetTheNextOvertake() {
        List<Integer> arrived = arrivals(CableFaults.seeded(4).withReordering(200_000), 100);

        assertThat(arrived).hasSize(100).doesNotHaveDuplicates();
        assertThat(arrived).isNotEqualTo(arrived.stream().sorted().toList());
    }

    @Test
    void shouldFlipOneBit() {
        fabric.control.faults(A, CableFaults.seeded(4).withDamage(1_000_000));
        End[] ends = fabric.connected();
        ends[1].receive(0, 4096);
        ends[0].send(0, 4096);
        End.poll(ends[0], ends[1]);

        int bits = 0;
        for (int i = 0; i < 4096; i++) {
            bits += Integer.bitCount(ends[1].at(0, i) & 0xFF);
        }
        assertThat(bits).isEqualTo(1);
        assertThat(ends[0].at(0, 0)).isZero();
    }

    @Test
    void shouldDelay() {
        fabric.control.faults(A, CableFaults.seeded(4).withDelay(1_000_000, 70_000));
        End[] ends = fabric.connected();
        ends[1].receive(0, 4096);
        ends[0].send(0, 4096);
        End.poll(ends[0], ends[1]);
        fabric.nowNs += 69_999;
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).isEmpty();
        fabric.nowNs += 1;
        End.poll(ends[0], ends[1]);
        assertThat(ends[0].log).containsExactly("sent 0");
    }
}
