package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lists and sets: a length, then elements with the ids of their types. They are read as copies. */
abstract class CollectionSerializer<C extends Collection<?>> extends ValueSerializer<C> {
    /** What a length alone can cost. */
    private static final int FIRST_CAPACITY_MAX = 64;

    @Override
    public void write(Kryo kryo, Output output, C elements) {
        Lengths.write(output, elements.size(), Lengths.ELEMENTS_MAX);
        for (Object element : elements) {
            kryo.writeClassAndObject(output, element);
        }
    }

    @Override
    public C read(Kryo kryo, Input input, Class<? extends C> type) {
        int length = Lengths.read(input, Lengths.ELEMENTS_MAX);
        List<Object> elements = new ArrayList<>(Math.min(length, FIRST_CAPACITY_MAX));
        for (int index = 0; index < length; index++) {
            elements.add(kryo.readClassAndObject(input));
        }
        return collected(elements);
    }

    abstract C collected(List<Object> elements);

    /** Lists. */
    static final class OfLists extends CollectionSerializer<List<?>> {
        @Override
        List<?> collected(List<Object> elements) {
            return List.copyOf(elements);
        }
    }

    /** Sets; an element that comes twice is refused. */
    static final class OfSets extends CollectionSerializer<Set<?>> {
        @Override
        Set<?> collected(List<Object> elements) {
            var set = new LinkedHashSet<>(elements);
            if (set.size() < elements.size()) {
                throw new RefusedException(Refusal.MALFORMED, "an element twice in a set");
            }
            return Collections.unmodifiableSet(set);
        }
    }
}
