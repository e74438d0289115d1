package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps: a length, then keys and values with the ids of their types. They are read as copies. */
final class MapSerializer extends ValueSerializer<Map<?, ?>> {
    @Override
    public void write(Kryo kryo, Output output, Map<?, ?> map) {
        Lengths.write(output, map.size(), Lengths.ELEMENTS_MAX);
        map.forEach(
                (key, value) -> {
                    kryo.writeClassAndObject(output, key);
                    kryo.writeClassAndObject(output, value);
                });
    }

    @Override
    public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
        int length = Lengths.read(input, Lengths.ELEMENTS_MAX);
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int index = 0; index < length; index++) {
            map.put(kryo.readClassAndObject(input), kryo.readClassAndObject(input));
        }
        if (map.size() < length) {
            throw new RefusedException(Refusal.MALFORMED, "a key twice in a map");
        }
        return Collections.unmodifiableMap(map);
    }
}
