package org.boltmesh.driver.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class AnnouncementTest {
    private static final int FUZZ_ROUNDS = Integer.getInteger("boltmesh.fuzz-rounds", 100_000);

    private final UnsafeBuffer buffer =
            new UnsafeBuffer(ByteBuffer.allocateDirect(Announcement.LENGTH_MAX_BYTES));

    private static List<EndpointEntry> entries(int count, String host) {
        List<EndpointEntry> entries = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            entries.add(
                    new EndpointEntry(
                            id, new InetSocketAddress(InetAddress.ofLiteral(host), 10_000 + id)));
        }
        return entries;
    }

    @Test
    void shouldReadWhatItWrote() {
        for (Announcement part : Announcement.of(true, -5, 7, 8, 9, entries(400, "fe80::1:2"))) {
            int lengthBytes = part.encode(buffer);
            assertThat(Announcement.decode(buffer, 0, lengthBytes)).isEqualTo(part);
        }
    }

    @Test
    void shouldKnowEndpointsOnlyWhenAllPartsAreThere() {
        List<Announcement> parts = Announcement.of(true, 1, 3, 0, 0, entries(400, "10.0.0.1"));
        RemoteEndpoints remote = new RemoteEndpoints(_ -> true);
        InetSocketAddress last = parts.getLast().entries().getLast().address();
        assertThat(remote.onAnnouncement(parts.get(2))).isFalse();
        assertThat(remote.onAnnouncement(parts.get(0))).isFalse();
        assertThat(remote.onAnnouncement(parts.get(0))).isFalse();
        assertThat(remote.id(last)).isZero();
        assertThat(remote.onAnnouncement(parts.get(1))).isTrue();
        assertThat(remote.id(last)).isEqualTo(400);
        assertThat(remote.address(400)).isEqualTo(last);
        assertThat(remote.generation()).isEqualTo(3);
    }

    @Test
    void shouldForgetWhatIsNotAnnouncedAgainAndIgnoreWhatIsOld() {
        RemoteEndpoints remote = new RemoteEndpoints(_ -> true);
        List<EndpointEntry> two = entries(2, "10.0.0.1");
        remote.onAnnouncement(Announcement.of(true, 1, 3, 0, 0, two).getFirst());
        remote.onAnnouncement(Announcement.of(true, 1, 4, 0, 0, two.subList(0, 1)).getFirst());
        assertThat(remote.id(two.getLast().address())).isZero();
        assertThat(remote.onAnnouncement(Announcement.of(true, 1, 3, 0, 0, two).getFirst()))
                .isFalse();
        assertThat(remote.generation()).isEqualTo(4);
        // Another process of the peer counts from the start.
        assertThat(remote.onAnnouncement(Announcement.of(true, 2, 1, 0, 0, two).getFirst()))
                .isTrue();
    }

    @Test
    void shouldRefuseAnythingElseWithASentence() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        RemoteEndpoints remote = new RemoteEndpoints(address -> address.getPort() != 0);
        int refused = 0;
        byte[] noise = new byte[200];
        for (int round = 0; round < FUZZ_ROUNDS; round++) {
            int lengthBytes =
                    Announcement.of(true, 1, 2, 3, 4, entries(5, "10.0.0.1"))
                            .getFirst()
                            .encode(buffer);
            if (round % 2 == 0) {
                random.nextBytes(noise);
                buffer.putBytes(0, noise);
            } else {
                buffer.putByte(random.nextInt(lengthBytes), (byte) random.nextInt());
            }
            try {
                remote.onAnnouncement(
                        Announcement.decode(
                                buffer, 0, lengthBytes - random.nextInt(3) * random.nextInt(40)));
            } catch (MeshException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(FUZZ_ROUNDS / 2);
    }
}
