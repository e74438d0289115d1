package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.BiFunction;

/** A small type in two lambdas. */
final class SimpleSerializer<T> extends ValueSerializer<T> {
    private final Writing<T> writing;
    private final BiFunction<Kryo, Input, T> reading;

    SimpleSerializer(Writing<T> writing, BiFunction<Kryo, Input, T> reading) {
        this.writing = writing;
        this.reading = reading;
    }

    @Override
    public void write(Kryo kryo, Output output, T value) {
        writing.write(kryo, output, value);
    }

    @Override
    public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return reading.apply(kryo, input);
    }

    /** Writes the parts of a value. */
    interface Writing<T> {
        void write(Kryo kryo, Output output, T value);
    }
}
