package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.HashMap;
import java.util.Map;

/** Enum constants by name, so that their order may change. */
final class EnumSerializer extends ValueSerializer<Enum<?>> {
    private static final int NAME_MAX_BYTES = 256;

    private final Class<?> type;
    private final Map<String, Enum<?>> constants = new HashMap<>();

    EnumSerializer(Class<?> type) {
        this.type = type;
        for (Object constant : type.getEnumConstants()) {
            Enum<?> one = (Enum<?>) constant;
            constants.put(one.name(), one);
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Enum<?> constant) {
        TextSerializer.write(output, constant.name());
    }

    @Override
    public Enum<?> read(Kryo kryo, Input input, Class<? extends Enum<?>> expected) {
        String name = TextSerializer.read(input, NAME_MAX_BYTES);
        Enum<?> constant = constants.get(name);
        if (constant == null) {
            throw new RefusedException(
                    Refusal.MALFORMED, "%s has no %s".formatted(type.getSimpleName(), name));
        }
        return constant;
    }
}
