package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Serializer;

/** A serializer of values that are never null and never change. */
abstract class ValueSerializer<T> extends Serializer<T> {
    ValueSerializer() {
        super(false, true);
    }
}
