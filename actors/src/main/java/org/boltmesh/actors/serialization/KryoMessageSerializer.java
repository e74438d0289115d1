package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.io.ByteBufferInput;
import com.esotericsoftware.kryo.io.ByteBufferOutput;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.util.Pool;
import java.io.NotSerializableException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.apache.pekko.actor.setup.Setup;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializationSetup;
import org.apache.pekko.serialization.SerializerDetails;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Pekko's serializer of every {@link RemoteMessage}. Bytes of unknown or malformed messages end in
 * {@link NotSerializableException}, which Pekko logs while the connection lives on; they are
 * counted. Any thread may use it.
 */
public final class KryoMessageSerializer extends SerializerWithStringManifest
        implements ByteBufferSerializer {
    /** Frozen: it stands in every frame. */
    static final int IDENTIFIER = 7_701;

    /** Artery's frames hold 256 KiB, headers included. */
    static final int MESSAGE_MAX_BYTES = 240 * 1024;

    private static final int LANES_MAX = 16;

    static {
        // Before Kryo's classes load: Java will forbid what it does otherwise.
        System.setProperty("kryo.unsafe", "false");
    }

    private final MessageTable table;
    private final Refusals refusals;
    private final Pool<KryoLane> lanes;

    KryoMessageSerializer(MessageTable table, Refusals refusals, ActorRefResolver actors) {
        this.table = table;
        this.refusals = refusals;
        this.lanes =
                new Pool<>(true, false, LANES_MAX) {
                    @Override
                    protected KryoLane create() {
                        return new KryoLane(table, actors, MESSAGE_MAX_BYTES);
                    }
                };
        lanes.free(lanes.obtain());
    }

    /** What an actor system must be created with, so that it serializes with this table. */
    public static Setup setup(MessageTable table, Refusals refusals) {
        return SerializationSetup.create(
                system ->
                        List.of(
                                SerializerDetails.create(
                                        "boltmesh",
                                        new KryoMessageSerializer(
                                                table,
                                                refusals,
                                                ActorRefResolver.get(Adapter.toTyped(system))),
                                        List.of(RemoteMessage.class))));
    }

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return table.row(BaseTypes.registered(message.getClass()))
                .flatMap(MessageTable.Row::manifest)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        message.getClass().getName()
                                                + " has no row in the message table"));
    }

    @Override
    public byte[] toBinary(Object message) {
        return withLane(lane -> lane.bytes(message));
    }

    @Override
    public void toBinary(Object message, ByteBuffer buffer) {
        withLane(
                lane -> {
                    lane.write(new ByteBufferOutput(buffer), message);
                    return buffer;
                });
    }

    private <T> T withLane(Function<KryoLane, T> use) {
        KryoLane lane = lanes.obtain();
        try {
            return use.apply(lane);
        } catch (KryoBufferOverflowException e) {
            var overflow = new BufferOverflowException();
            overflow.initCause(e);
            throw overflow;
        } finally {
            lanes.free(lane);
        }
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        return read(new Input(bytes), manifest);
    }

    @Override
    public Object fromBinary(ByteBuffer buffer, String manifest) throws NotSerializableException {
        return read(new ByteBufferInput(buffer), manifest);
    }

    private Object read(Input input, String manifest) throws NotSerializableException {
        MessageTable.Row row = table.row(manifest).orElse(null);
        if (row == null) {
            throw refused(Refusal.UNKNOWN_MANIFEST, "no such message here", manifest);
        }
        KryoLane lane = lanes.obtain();
        try {
            return lane.read(input, row.type());
        } catch (RefusedException e) {
            throw refused(e.refusal(), String.valueOf(e.getMessage()), manifest);
        } catch (RuntimeException e) {
            // Bytes of another machine: whatever they make a type throw, they are no message.
            throw refused(Refusal.MALFORMED, e.toString(), manifest);
        } finally {
            lanes.free(lane);
        }
    }

    private NotSerializableException refused(Refusal refusal, String reason, String manifest) {
        refusals.add(refusal);
        String shown = manifest.length() > 50 ? manifest.substring(0, 50) + "..." : manifest;
        return new NotSerializableException(
                "refused message \"%s\": %s, %s".formatted(shown, refusal, reason));
    }
}
