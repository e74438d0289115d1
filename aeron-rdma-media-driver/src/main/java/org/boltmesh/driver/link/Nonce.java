package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/** 128 bits that one side made up for one handshake. */
record Nonce(long high, long low) {
    static final int LENGTH_BYTES = 16;

    /** Not said yet. */
    static final Nonce NONE = new Nonce(0, 0);

    static Nonce random(RandomGenerator random) {
        return new Nonce(random.nextLong(), random.nextLong());
    }

    static Nonce read(ByteBuffer from) {
        return new Nonce(from.getLong(), from.getLong());
    }

    void write(ByteBuffer to) {
        to.putLong(high).putLong(low);
    }
}
