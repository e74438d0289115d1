package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * Handshake messages as datagrams. What comes first is the same in all versions: magic, version,
 * type, detail, lengths of the two names (a byte each), three bytes of 0, epoch, both nonces, cable
 * and the names; what comes last is the code over all before it. Between them is the body. Nothing
 * is read beyond lengths that were checked, and nothing is built before the code verifies.
 */
final class HandshakeCodec {
    static final int VERSION = 1;
    static final int LENGTH_MAX_BYTES = 512;
    static final int HEAD_LENGTH_BYTES = 56;

    private static final int MAGIC = 0x424D4C4B;
    private static final int LENGTH_MIN_BYTES =
            HEAD_LENGTH_BYTES + 2 + HandshakeKey.MAC_LENGTH_BYTES;
    private static final int FROM_LENGTH_OFFSET = 7;
    private static final int TO_LENGTH_OFFSET = 8;
    private static final int CABLE_OFFSET = 52;

    private final LinkIdentity identity;
    private final byte[] local;
    private final byte[] peer;
    private final Mac mac;

    HandshakeCodec(LinkIdentity identity, HandshakeKey key) {
        this.identity = identity;
        this.local = LinkIdentity.bytes(identity.localNode());
        this.peer = LinkIdentity.bytes(identity.peerNode());
        this.mac = key.mac();
    }

    /** What a datagram is: a message or a reason to drop it. */
    sealed interface Decoded {}

    record Message(HandshakeMessage message) implements Decoded {}

    record Dropped(Refusal refusal) implements Decoded {}

    /** Which link a datagram says it is for, seen from the receiving end. Not authentic. */
    static Optional<LinkIdentity> addressee(ByteBuffer datagram) {
        int start = datagram.position();
        if (frameRefusal(datagram).isPresent()) {
            return Optional.empty();
        }
        int fromLength = datagram.get(start + FROM_LENGTH_OFFSET);
        String from = name(datagram, start + HEAD_LENGTH_BYTES, fromLength);
        String to =
                name(
                        datagram,
                        start + HEAD_LENGTH_BYTES + fromLength,
                        datagram.get(start + TO_LENGTH_OFFSET));
        boolean isLink = LinkIdentity.isNode(from) && LinkIdentity.isNode(to) && !from.equals(to);
        return isLink
                ? Optional.of(new LinkIdentity(to, from, datagram.getInt(start + CABLE_OFFSET)))
                : Optional.empty();
    }

    ByteBuffer encode(HandshakeMessage message) {
        ByteBuffer to = ByteBuffer.allocate(LENGTH_MAX_BYTES);
        HandshakeBody.Kind kind = HandshakeBody.kind(message);
        to.putInt(MAGIC).put((byte) VERSION).put(kind.code()).put(HandshakeBody.detail(message));
        to.put((byte) local.length).put((byte) peer.length).put(new byte[3]);
        to.putLong(message.id().epoch());
        message.id().initiator().write(to);
        message.id().responder().write(to);
        to.putInt(identity.cable()).put(local).put(peer);
        HandshakeBody.write(message, to);
        mac.update(to.array(), 0, to.position());
        to.put(mac.doFinal());
        return to.flip().asReadOnlyBuffer();
    }

    /** Reads from position to limit and leaves both. */
    Decoded decode(ByteBuffer datagram) {
        Optional<Refusal> refusal = frameRefusal(datagram).or(() -> linkRefusal(datagram));
        if (refusal.isPresent()) {
            return new Dropped(refusal.get());
        }
        if (!isAuthentic(datagram)) {
            return new Dropped(Refusal.BAD_MAC);
        }
        int bodyLength = datagram.remaining() - HandshakeKey.MAC_LENGTH_BYTES;
        return message(datagram.slice(datagram.position(), bodyLength))
                .<Decoded>map(Message::new)
                .orElseGet(() -> new Dropped(Refusal.MALFORMED));
    }

    private static Optional<Refusal> frameRefusal(ByteBuffer datagram) {
        int start = datagram.position();
        int length = datagram.remaining();
        if (length < LENGTH_MIN_BYTES) {
            return Optional.of(Refusal.TOO_SHORT);
        }
        if (length > LENGTH_MAX_BYTES) {
            return Optional.of(Refusal.TOO_LONG);
        }
        if (datagram.getInt(start) != MAGIC) {
            return Optional.of(Refusal.BAD_MAGIC);
        }
        int fromLength = datagram.get(start + FROM_LENGTH_OFFSET);
        int toLength = datagram.get(start + TO_LENGTH_OFFSET);
        boolean fits =
                isNameLength(fromLength)
                        && isNameLength(toLength)
                        && length >= LENGTH_MIN_BYTES - 2 + fromLength + toLength;
        return fits ? Optional.empty() : Optional.of(Refusal.BAD_LENGTH);
    }

    private static boolean isNameLength(int length) {
        return length >= 1 && length <= LinkIdentity.NODE_MAX_BYTES;
    }

    private Optional<Refusal> linkRefusal(ByteBuffer datagram) {
        if (isBetween(datagram, local, peer)) {
            return Optional.of(Refusal.REFLECTED);
        }
        boolean isOurs =
                isBetween(datagram, peer, local)
                        && datagram.getInt(datagram.position() + CABLE_OFFSET) == identity.cable();
        return isOurs ? Optional.empty() : Optional.of(Refusal.OTHER_LINK);
    }

    private static boolean isBetween(ByteBuffer datagram, byte[] from, byte[] to) {
        int start = datagram.position();
        int names = start + HEAD_LENGTH_BYTES;
        return datagram.get(start + FROM_LENGTH_OFFSET) == from.length
                && datagram.get(start + TO_LENGTH_OFFSET) == to.length
                && datagram.slice(names, from.length).equals(ByteBuffer.wrap(from))
                && datagram.slice(names + from.length, to.length).equals(ByteBuffer.wrap(to));
    }

    private boolean isAuthentic(ByteBuffer datagram) {
        int signed = datagram.remaining() - HandshakeKey.MAC_LENGTH_BYTES;
        byte[] said = new byte[HandshakeKey.MAC_LENGTH_BYTES];
        datagram.get(datagram.position() + signed, said);
        mac.update(datagram.slice(datagram.position(), signed));
        return MessageDigest.isEqual(mac.doFinal(), said);
    }

    private Optional<HandshakeMessage> message(ByteBuffer from) {
        from.getInt();
        int version = from.get();
        byte type = from.get();
        byte detail = from.get();
        from.position(from.position() + 5);
        long epoch = from.getLong();
        SessionId id = new SessionId(Nonce.read(from), Nonce.read(from), epoch);
        if (version != VERSION) {
            boolean isHello = type == HandshakeBody.Kind.HELLO.code();
            return Optional.of(
                    new HandshakeMessage.OtherVersion(
                            id, Byte.toUnsignedInt((byte) version), isHello));
        }
        if (epoch < 0 || epoch > SessionId.EPOCH_MAX) {
            return Optional.empty();
        }
        from.position(HEAD_LENGTH_BYTES + local.length + peer.length);
        return HandshakeBody.read(type, detail, id, from);
    }

    private static String name(ByteBuffer from, int offset, int length) {
        byte[] bytes = new byte[length];
        from.get(offset, bytes);
        return LinkIdentity.text(bytes);
    }
}
