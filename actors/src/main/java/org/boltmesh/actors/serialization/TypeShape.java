package org.boltmesh.actors.serialization;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * A declared type with its arguments. Java forgets the arguments, so a list read from another node
 * could hold anything; this remembers them.
 */
record TypeShape(Class<?> raw, List<TypeShape> arguments) {
    /** The components of a record in their order. */
    static List<TypeShape> ofComponents(Class<?> recordType) {
        return Stream.of(recordType.getRecordComponents())
                .map(RecordComponent::getGenericType)
                .map(TypeShape::of)
                .toList();
    }

    private static TypeShape of(Type type) {
        return switch (type) {
            case Class<?> plain -> new TypeShape(plain, List.of());
            case ParameterizedType generic when generic.getRawType() == ActorRef.class ->
                    new TypeShape(ActorRef.class, List.of());
            case ParameterizedType generic ->
                    new TypeShape(
                            (Class<?>) generic.getRawType(),
                            Stream.of(generic.getActualTypeArguments())
                                    .map(TypeShape::of)
                                    .toList());
            case WildcardType wildcard -> of(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> of(variable.getBounds()[0]);
            default -> throw new IllegalArgumentException(type + " cannot travel in a message");
        };
    }

    /** Whether the value was declared as this. */
    boolean fits(Object value) {
        if (!raw.isInstance(value)) {
            return false;
        }
        return switch (value) {
            case Collection<?> elements when !arguments.isEmpty() ->
                    elements.stream().allMatch(arguments.getFirst()::fits);
            case Map<?, ?> map when !arguments.isEmpty() ->
                    map.keySet().stream().allMatch(arguments.getFirst()::fits)
                            && map.values().stream().allMatch(arguments.getLast()::fits);
            case Optional<?> optional when !arguments.isEmpty() ->
                    optional.stream().allMatch(arguments.getFirst()::fits);
            default -> true;
        };
    }

    /**
     * Fails at start rather than with the first message.
     *
     * @throws IllegalArgumentException for a type that no serializer knows
     */
    void checkKnown(Set<Class<?>> registered) {
        if (raw.isArray()) {
            throw new IllegalArgumentException(
                    raw.getSimpleName() + ": arrays never travel in actor messages");
        }
        if (raw.isSealed() && raw.isInterface()) {
            for (Class<?> permitted : raw.getPermittedSubclasses()) {
                new TypeShape(permitted, List.of()).checkKnown(registered);
            }
        } else if (!raw.isPrimitive() && !BaseTypes.isBase(raw) && !registered.contains(raw)) {
            throw new IllegalArgumentException(
                    raw.getName() + " has no row in the table, so no message can hold it");
        }
        if (BaseTypes.isGeneric(raw) && arguments.isEmpty()) {
            throw new IllegalArgumentException(raw.getName() + " without its type arguments");
        }
        arguments.forEach(argument -> argument.checkKnown(registered));
    }
}
