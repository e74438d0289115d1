package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import org.jspecify.annotations.Nullable;

/** Types by their ids only: Kryo would also load a class whose name it reads. */
final class FrozenClassResolver extends DefaultClassResolver {
    /** Kryo's ids for null and for a name come first. */
    private static final int ID_OFFSET = 2;

    @Override
    @SuppressWarnings("rawtypes") // Kryo declares it so.
    public @Nullable Registration getRegistration(Class type) {
        return super.getRegistration(BaseTypes.registered(type));
    }

    @Override
    public Registration readClass(Input input) {
        int id = input.readVarInt(true) - ID_OFFSET;
        Registration registration = id < 0 ? null : getRegistration(id);
        if (registration == null) {
            throw new RefusedException(Refusal.UNKNOWN_TYPE, "type id " + id);
        }
        return registration;
    }
}
