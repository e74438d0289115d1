package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.KryoException;

/** Bytes that are no message of ours, found while reading. */
final class RefusedException extends KryoException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedException(Refusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
