package org.boltmesh.driver.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HandshakeFuzzTest {
    private static final int MESSAGES = Integer.getInteger("boltmesh.fuzz-rounds", 150_000);
    private static final long SEED = 20_261_130;

    private final Random random = new Random(SEED);

    @Test
    void shouldCountAndDropWhateverHasNoValidCode() {
        List<LinkNode> targets = List.of(LinkNode.b(3), handshaking(), new Recorded().b);
        List<byte[]> genuine = new Recorded().toB;
        List<String> before = targets.stream().map(target -> target.link.toString()).toList();
        for (int i = 0; i < MESSAGES; i++) {
            LinkNode target = targets.get(i % targets.size());
            assertThat(target.link.onDatagram(garbage(genuine), 1).isEmpty())
                    .as("effects of message %d, seed %d", i, SEED)
                    .isTrue();
        }
        assertThat(targets.stream().map(target -> target.link.toString()).toList())
                .isEqualTo(before);
        assertThat(targets.stream().mapToLong(target -> target.link.refusals().total()).sum())
                .isGreaterThanOrEqualTo(MESSAGES);
    }

    @Test
    void shouldRefuseAuthenticNonsense() {
        LinkIdentity identity = new LinkIdentity("a", "b", 0);
        HandshakeKey key = HandshakeKey.of(LinkNode.SECRET);
        List<byte[]> genuine = new Recorded().toB;
        LinkNode target = LinkNode.b(3);
        for (int i = 0; i < MESSAGES / 20; i++) {
            ByteBuffer datagram = garbage(genuine);
            resign(datagram, key);
            target.link.onDatagram(datagram, 1);
            assertThat(target.link.state())
                    .as("seed %d, %s", SEED, identity)
                    .isEqualTo(LinkState.DOWN);
        }
        assertThat(target.link.refusals().count(Refusal.MALFORMED)).isPositive();
        assertThat(target.link.refusals().count(Refusal.OTHER_VERSION)).isPositive();
        assertThat(target.link.refusals().count(Refusal.STALE_NONCE)).isPositive();
    }

    private static void resign(ByteBuffer datagram, HandshakeKey key) {
        int signed = datagram.remaining() - HandshakeKey.MAC_LENGTH_BYTES;
        if (signed >= 0) {
            var mac = key.mac();
            mac.update(datagram.slice(0, signed));
            datagram.put(signed, mac.doFinal());
        }
    }

    private ByteBuffer garbage(List<byte[]> genuine) {
        if (random.nextInt(8) == 0) {
            byte[] bytes = new byte[random.nextInt(HandshakeCodec.LENGTH_MAX_BYTES + 100)];
            random.nextBytes(bytes);
            return ByteBuffer.wrap(bytes);
        }
        byte[] bytes = genuine.get(random.nextInt(genuine.size())).clone();
        int changed = random.nextInt(bytes.length);
        bytes[changed] ^= (byte) (1 + random.nextInt(255));
        int lengthBytes =
                bytes.length - (random.nextInt(4) == 0 ? random.nextInt(bytes.length) : 0);
        return ByteBuffer.wrap(bytes, 0, lengthBytes).slice();
    }

    private static LinkNode handshaking() {
        LinkNode b = LinkNode.b(4);
        b.tick(0);
        return b;
    }

    /** A session that came up, and what its responder was sent. */
    private static final class Recorded {
        final LinkNode a = LinkNode.a(1);
        final LinkNode b = LinkNode.b(1);
        final List<byte[]> toB = new ArrayList<>();

        Recorded() {
            a.tick(0);
            while (!a.sent.isEmpty()) {
                a.takeSent().forEach(this::toB);
                b.takeSent().forEach(datagram -> a.datagram(datagram, 0));
            }
            a.event(new LinkEvent.ShutDown(), 0);
            byte[] close = bytes(a.takeSent().getFirst());
            toB.add(close);
            assertThat(b.link.state()).isEqualTo(LinkState.UP);
        }

        private void toB(ByteBuffer datagram) {
            toB.add(bytes(datagram));
            b.datagram(datagram, 0);
        }

        private static byte[] bytes(ByteBuffer datagram) {
            byte[] bytes = new byte[datagram.remaining()];
            datagram.duplicate().get(bytes);
            return bytes;
        }
    }
}
