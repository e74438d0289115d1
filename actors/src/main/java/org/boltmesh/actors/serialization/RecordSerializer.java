package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A record as its components in their order. Primitives are bare; every other value carries the id
 * of its type, which must be one that its component allows. The record's own constructor checks the
 * rest.
 */
final class RecordSerializer extends ValueSerializer<Record> {
    private final String name;
    private final Constructor<?> constructor;
    private final List<Method> accessors;
    private final List<TypeShape> shapes;

    RecordSerializer(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        this.name = type.getSimpleName();
        this.constructor = canonicalConstructor(type, components);
        this.accessors = Stream.of(components).map(RecordComponent::getAccessor).toList();
        this.shapes = TypeShape.ofComponents(type);
        accessors.forEach(accessor -> accessor.setAccessible(true));
        constructor.setAccessible(true);
    }

    private static Constructor<?> canonicalConstructor(
            Class<?> type, RecordComponent[] components) {
        try {
            return type.getDeclaredConstructor(
                    Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " is no record", e);
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Record value) {
        for (int index = 0; index < shapes.size(); index++) {
            Object component = component(value, index);
            if (shapes.get(index).raw().isPrimitive()) {
                kryo.writeObject(output, component);
            } else {
                check(index, component);
                kryo.writeClassAndObject(output, component);
            }
        }
    }

    @Override
    public Record read(Kryo kryo, Input input, Class<? extends Record> type) {
        Object[] values = new Object[shapes.size()];
        for (int index = 0; index < values.length; index++) {
            Class<?> raw = shapes.get(index).raw();
            if (raw.isPrimitive()) {
                values[index] = kryo.readObject(input, raw);
            } else {
                values[index] = kryo.readClassAndObject(input);
                check(index, values[index]);
            }
        }
        return create(values);
    }

    private void check(int index, Object value) {
        if (!shapes.get(index).fits(value)) {
            throw new RefusedException(
                    Refusal.UNKNOWN_TYPE,
                    "%s.%s holds another type than %s"
                            .formatted(name, accessors.get(index).getName(), shapes.get(index)));
        }
    }

    private Object component(Record value, int index) {
        try {
            return Objects.requireNonNull(
                    accessors.get(index).invoke(value), accessors.get(index).getName());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " cannot be read", e);
        }
    }

    private Record create(Object[] values) {
        try {
            return (Record) constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new RefusedException(Refusal.MALFORMED, "%s: %s".formatted(name, e.getCause()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " cannot be made", e);
        }
    }
}
