package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.link.HandshakeMessage.Accept;
import org.boltmesh.driver.link.HandshakeMessage.Challenge;
import org.boltmesh.driver.link.HandshakeMessage.Close;
import org.boltmesh.driver.link.HandshakeMessage.Hello;
import org.boltmesh.driver.link.HandshakeMessage.Offer;
import org.boltmesh.driver.link.HandshakeMessage.OtherVersion;
import org.boltmesh.driver.link.HandshakeMessage.Ready;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/**
 * The part of a message that depends on its type: shapes of 8 bytes each, or lanes of 36. The
 * detail byte of the head is their number, the cause of a close or whether a ready was heard.
 */
final class HandshakeBody {
    /** Types and their codes, which are their places from 1. */
    enum Kind {
        HELLO(1),
        CHALLENGE(2),
        OFFER(3),
        ACCEPT(4),
        READY(5),
        CLOSE(6);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }
    }

    private static final Kind[] KINDS = Kind.values();
    private static final int SHAPE_LENGTH_BYTES = 8;
    private static final int LANE_LENGTH_BYTES = 36;
    private static final int MASK_24_BITS = 0xFFFFFF;

    private HandshakeBody() {}

    static Kind kind(HandshakeMessage message) {
        return switch (message) {
            case Hello _ -> Kind.HELLO;
            case Challenge _ -> Kind.CHALLENGE;
            case Offer _ -> Kind.OFFER;
            case Accept _ -> Kind.ACCEPT;
            case Ready _ -> Kind.READY;
            case Close _ -> Kind.CLOSE;
            case OtherVersion _ -> throw notSpoken();
        };
    }

    static byte detail(HandshakeMessage message) {
        return switch (message) {
            case Hello _ -> 0;
            case Challenge challenge -> (byte) challenge.shapes().size();
            case Offer offer -> (byte) offer.lanes().size();
            case Accept accept -> (byte) accept.lanes().size();
            case Ready ready -> (byte) (ready.heardYours() ? 1 : 0);
            case Close close -> (byte) LinkReason.code(close.cause());
            case OtherVersion _ -> throw notSpoken();
        };
    }

    static void write(HandshakeMessage message, ByteBuffer to) {
        switch (message) {
            case Hello _, Ready _, Close _ -> {}
            case Challenge challenge -> challenge.shapes().forEach(shape -> write(shape, to));
            case Offer offer -> offer.lanes().forEach(lane -> write(lane, to));
            case Accept accept -> accept.lanes().forEach(lane -> write(lane, to));
            case OtherVersion _ -> throw notSpoken();
        }
    }

    /** Empty unless all of {@code from} is one good body. */
    static Optional<HandshakeMessage> read(byte type, int detail, SessionId id, ByteBuffer from) {
        if (type < 1 || type > KINDS.length) {
            return Optional.empty();
        }
        Kind kind = KINDS[type - 1];
        return switch (kind) {
            case CHALLENGE -> shapes(detail, from).map(shapes -> new Challenge(id, shapes));
            case OFFER -> lanes(detail, from).map(lanes -> new Offer(id, lanes));
            case ACCEPT -> lanes(detail, from).map(lanes -> new Accept(id, lanes));
            case HELLO, READY, CLOSE ->
                    from.hasRemaining() ? Optional.empty() : withoutBody(kind, detail, id);
        };
    }

    private static Optional<HandshakeMessage> withoutBody(Kind kind, int detail, SessionId id) {
        if (kind == Kind.CLOSE) {
            return LinkReason.isCause(detail)
                    ? Optional.of(new Close(id, LinkReason.cause(detail)))
                    : Optional.empty();
        }
        return Optional.of(kind == Kind.HELLO ? new Hello(id) : new Ready(id, detail != 0));
    }

    private static Optional<List<LaneShape>> shapes(int count, ByteBuffer from) {
        if (!isFilled(count, SHAPE_LENGTH_BYTES, from)) {
            return Optional.empty();
        }
        List<LaneShape> shapes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Optional<LaneShape> shape = shape(from);
            if (shape.isEmpty()) {
                return Optional.empty();
            }
            shapes.add(shape.get());
        }
        return Optional.of(List.copyOf(shapes));
    }

    private static Optional<List<LaneEnd>> lanes(int count, ByteBuffer from) {
        if (!isFilled(count, LANE_LENGTH_BYTES, from)) {
            return Optional.empty();
        }
        List<LaneEnd> lanes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Optional<LaneEnd> lane = lane(from);
            if (lane.isEmpty()) {
                return Optional.empty();
            }
            lanes.add(lane.get());
        }
        return Optional.of(List.copyOf(lanes));
    }

    private static boolean isFilled(int count, int lengthBytes, ByteBuffer from) {
        return count >= 1
                && count <= LaneShape.LANES_MAX
                && from.remaining() == count * lengthBytes;
    }

    private static Optional<LaneShape> shape(ByteBuffer from) {
        int slotLengthBytes = from.getInt();
        int depth = from.getInt();
        return LaneShape.isValid(slotLengthBytes, depth)
                ? Optional.of(new LaneShape(slotLengthBytes, depth))
                : Optional.empty();
    }

    private static Optional<LaneEnd> lane(ByteBuffer from) {
        Optional<LaneShape> shape = shape(from);
        Gid gid = new Gid(from.getLong(), from.getLong());
        int lid = from.getInt();
        int number = from.getInt();
        int packetSequenceNumber = from.getInt();
        if (((number | packetSequenceNumber) & ~MASK_24_BITS) != 0) {
            return Optional.empty();
        }
        return shape.map(
                s -> new LaneEnd(s, new RemoteQueuePair(gid, lid, number, packetSequenceNumber)));
    }

    private static void write(LaneShape shape, ByteBuffer to) {
        to.putInt(shape.slotLengthBytes()).putInt(shape.depth());
    }

    private static void write(LaneEnd lane, ByteBuffer to) {
        write(lane.shape(), to);
        RemoteQueuePair pair = lane.queuePair();
        to.putLong(pair.gid().high()).putLong(pair.gid().low());
        to.putInt(pair.lid()).putInt(pair.number()).putInt(pair.packetSequenceNumber());
    }

    private static IllegalArgumentException notSpoken() {
        return new IllegalArgumentException("a message of another version, want our own");
    }
}
