package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;

/** The types of Java and Pekko that messages may hold, with their frozen ids. */
final class BaseTypes {
    /** Kryo's own ids 0..8 are those of the primitives and of String. */
    static final Map<Class<?>, Integer> IDS =
            Map.ofEntries(
                    Map.entry(List.class, 10),
                    Map.entry(Set.class, 11),
                    Map.entry(Map.class, 12),
                    Map.entry(Optional.class, 13),
                    Map.entry(OptionalInt.class, 14),
                    Map.entry(OptionalLong.class, 15),
                    Map.entry(OptionalDouble.class, 16),
                    Map.entry(Duration.class, 17),
                    Map.entry(Instant.class, 18),
                    Map.entry(UUID.class, 19),
                    Map.entry(ActorRef.class, 20));

    private static final Set<Class<?>> SCALARS =
            Set.of(
                    String.class,
                    Integer.class,
                    Long.class,
                    Double.class,
                    Float.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Character.class);

    private static final Set<Class<?>> GENERICS =
            Set.of(List.class, Set.class, Map.class, Optional.class);

    private static final int ACTOR_MAX_BYTES = 2048;

    private BaseTypes() {}

    static boolean isBase(Class<?> type) {
        return SCALARS.contains(type) || IDS.containsKey(type);
    }

    static boolean isGeneric(Class<?> type) {
        return GENERICS.contains(type);
    }

    /** The registered type of a value's class: a list is a list, whoever made it. */
    static Class<?> registered(Class<?> type) {
        if (ActorRef.class.isAssignableFrom(type)) {
            return ActorRef.class;
        }
        for (Class<?> collection : List.of(List.class, Set.class, Map.class)) {
            if (collection.isAssignableFrom(type)) {
                return collection;
            }
        }
        // A constant with a body has a class of its own.
        return Enum.class.isAssignableFrom(type) && !type.isEnum() ? type.getSuperclass() : type;
    }

    static void register(Kryo kryo, ActorRefResolver actors) {
        kryo.register(String.class, new TextSerializer());
        register(kryo, List.class, new CollectionSerializer.OfLists());
        register(kryo, Set.class, new CollectionSerializer.OfSets());
        register(kryo, Map.class, new MapSerializer());
        register(
                kryo,
                Optional.class,
                new SimpleSerializer<Optional<?>>(
                        BaseTypes::writeOptional, BaseTypes::readOptional));
        registerOptionalNumbers(kryo);
        registerTimes(kryo);
        register(
                kryo,
                UUID.class,
                new SimpleSerializer<UUID>(
                        (_, output, id) -> {
                            output.writeLong(id.getMostSignificantBits());
                            output.writeLong(id.getLeastSignificantBits());
                        },
                        (_, input) -> new UUID(input.readLong(), input.readLong())));
        register(
                kryo,
                ActorRef.class,
                new SimpleSerializer<ActorRef<?>>(
                        (_, output, actor) ->
                                TextSerializer.write(output, actors.toSerializationFormat(actor)),
                        (_, input) ->
                                actors.resolveActorRef(
                                        TextSerializer.read(input, ACTOR_MAX_BYTES))));
    }

    private static void registerOptionalNumbers(Kryo kryo) {
        register(
                kryo,
                OptionalInt.class,
                new SimpleSerializer<OptionalInt>(
                        (_, output, value) -> {
                            output.writeBoolean(value.isPresent());
                            value.ifPresent(output::writeInt);
                        },
                        (_, input) ->
                                readFlag(input)
                                        ? OptionalInt.of(input.readInt())
                                        : OptionalInt.empty()));
        register(
                kryo,
                OptionalLong.class,
                new SimpleSerializer<OptionalLong>(
                        (_, output, value) -> {
                            output.writeBoolean(value.isPresent());
                            value.ifPresent(output::writeLong);
                        },
                        (_, input) ->
                                readFlag(input)
                                        ? OptionalLong.of(input.readLong())
                                        : OptionalLong.empty()));
        register(
                kryo,
                OptionalDouble.class,
                new SimpleSerializer<OptionalDouble>(
                        (_, output, value) -> {
                            output.writeBoolean(value.isPresent());
                            value.ifPresent(output::writeDouble);
                        },
                        (_, input) ->
                                readFlag(input)
                                        ? OptionalDouble.of(input.readDouble())
                                        : OptionalDouble.empty()));
    }

    private static void registerTimes(Kryo kryo) {
        register(
                kryo,
                Duration.class,
                new SimpleSerializer<Duration>(
                        (_, output, value) -> {
                            output.writeLong(value.getSeconds());
                            output.writeInt(value.getNano());
                        },
                        (_, input) -> Duration.ofSeconds(input.readLong(), input.readInt())));
        register(
                kryo,
                Instant.class,
                new SimpleSerializer<Instant>(
                        (_, output, value) -> {
                            output.writeLong(value.getEpochSecond());
                            output.writeInt(value.getNano());
                        },
                        (_, input) -> Instant.ofEpochSecond(input.readLong(), input.readInt())));
    }

    private static void writeOptional(Kryo kryo, Output output, Optional<?> value) {
        output.writeBoolean(value.isPresent());
        value.ifPresent(present -> kryo.writeClassAndObject(output, present));
    }

    private static Optional<?> readOptional(Kryo kryo, Input input) {
        return readFlag(input) ? Optional.of(kryo.readClassAndObject(input)) : Optional.empty();
    }

    /** One message has one form: only 0 and 1 are taken. */
    private static boolean readFlag(Input input) {
        byte flag = input.readByte();
        if (flag != 0 && flag != 1) {
            throw new RefusedException(Refusal.MALFORMED, "flag %d, want 0 or 1".formatted(flag));
        }
        return flag == 1;
    }

    private static void register(Kryo kryo, Class<?> type, Serializer<?> serializer) {
        Integer id = IDS.get(type);
        if (id == null) {
            throw new IllegalArgumentException(type + " has no id");
        }
        kryo.register(type, serializer, id);
    }
}
