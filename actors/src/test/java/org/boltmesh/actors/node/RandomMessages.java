package org.boltmesh.actors.node;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;

/** Good messages of any type of a table, with random components. */
final class RandomMessages {
    private static final int ATTEMPTS_MAX = 10_000;
    private static final int ELEMENTS_MAX = 3;
    private static final int SMALL = 9;

    private final Random random;
    private final ActorRef<?> actor;

    /**
     * Messages.
     *
     * @param actor stands for every actor in them
     */
    RandomMessages(Random random, ActorRef<?> actor) {
        this.random = random;
        this.actor = actor;
    }

    /** A record or constant of this type. What its constructor refuses is made again. */
    Object of(Class<?> type) {
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        }
        if (type.isInterface()) {
            Class<?>[] permitted = type.getPermittedSubclasses();
            return of(permitted[random.nextInt(permitted.length)]);
        }
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Object> made = record(type);
            if (made.isPresent()) {
                return made.get();
            }
        }
        throw new IllegalStateException("no random " + type.getName() + " is a good one");
    }

    private Optional<Object> record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int index = 0; index < components.length; index++) {
            types[index] = components[index].getType();
            values[index] = value(components[index].getGenericType());
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance(values));
        } catch (InvocationTargetException _) {
            return Optional.empty();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + type.getName(), e);
        }
    }

    private Object value(Type type) {
        return switch (type) {
            case ParameterizedType generic ->
                    generic(
                            (Class<?>) generic.getRawType(),
                            List.of(generic.getActualTypeArguments()));
            case WildcardType wildcard -> value(wildcard.getUpperBounds()[0]);
            case Class<?> plain -> plain(plain);
            default -> throw new IllegalArgumentException("no random " + type);
        };
    }

    private Object generic(Class<?> raw, List<Type> arguments) {
        if (raw == ActorRef.class) {
            return actor;
        }
        if (raw == Optional.class) {
            return random.nextBoolean()
                    ? Optional.empty()
                    : Optional.of(value(arguments.getFirst()));
        }
        if (raw == Map.class) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int count = random.nextInt(ELEMENTS_MAX); count > 0; count--) {
                map.put(value(arguments.getFirst()), value(arguments.getLast()));
            }
            return map;
        }
        List<Object> elements = new ArrayList<>();
        for (int count = random.nextInt(ELEMENTS_MAX); count > 0; count--) {
            elements.add(value(arguments.getFirst()));
        }
        return raw == List.class ? elements : new LinkedHashSet<>(elements);
    }

    private Object plain(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> random.nextInt(SMALL);
            case "long", "Long" -> random.nextBoolean() ? random.nextLong(SMALL) : number();
            case "double", "Double" -> random.nextDouble();
            case "float", "Float" -> random.nextFloat();
            case "boolean", "Boolean" -> random.nextBoolean();
            case "String" -> "text-" + random.nextInt(SMALL);
            case "UUID" -> new UUID(random.nextLong(), random.nextLong());
            case "OptionalInt" -> OptionalInt.of(1 + random.nextInt(SMALL));
            case "OptionalLong" -> OptionalLong.of(1 + random.nextInt(SMALL));
            default -> of(type);
        };
    }

    private long number() {
        return random.nextLong(1L << 40);
    }
}
