package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.apache.pekko.actor.typed.ActorRefResolver;

/** One Kryo, which one thread uses at a time; pooled because making one takes long. */
final class KryoLane {
    /** Deeper messages than any of ours; a stack holds far more. */
    private static final int DEPTH_MAX = 32;

    private static final int OUTPUT_FIRST_BYTES = 512;

    private final Kryo kryo;
    private final Output output;

    KryoLane(MessageTable table, ActorRefResolver actors, int messageMaxBytes) {
        kryo = new Kryo(new FrozenClassResolver(), null);
        kryo.setRegistrationRequired(true);
        kryo.setMaxDepth(DEPTH_MAX);
        BaseTypes.register(kryo, actors);
        for (MessageTable.Row row : table.rows()) {
            Class<?> type = row.type();
            kryo.register(
                    type,
                    type.isEnum() ? new EnumSerializer(type) : new RecordSerializer(type),
                    row.id());
        }
        output = new Output(OUTPUT_FIRST_BYTES, messageMaxBytes);
    }

    byte[] bytes(Object message) {
        output.reset();
        write(output, message);
        return output.toBytes();
    }

    void write(Output target, Object message) {
        kryo.writeObject(target, message);
    }

    /** Reads a whole message: nothing may be left over. */
    Object read(Input input, Class<?> type) {
        Object message = kryo.readObject(input, type);
        int leftBytes = input.limit() - input.position();
        if (leftBytes != 0) {
            throw new RefusedException(Refusal.MALFORMED, leftBytes + " bytes left over");
        }
        return message;
    }
}
