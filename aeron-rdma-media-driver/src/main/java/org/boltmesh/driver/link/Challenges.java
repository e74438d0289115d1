package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;

/**
 * The responder's nonces. They are computed from the initiator's nonce, a key of this process, the
 * newest epoch and the time, so that a hello, which anybody may replay, changes no state. An offer
 * makes an epoch the newest, so each nonce is good for one offer at most.
 */
final class Challenges {
    private static final int KEY_LENGTH_BYTES = 32;

    private final Mac mac;
    private final long lifeNs;
    private final ByteBuffer input = ByteBuffer.allocate(Nonce.LENGTH_BYTES + 2 * Long.BYTES);

    Challenges(RandomGenerator random, long lifeNs) {
        byte[] key = new byte[KEY_LENGTH_BYTES];
        random.nextBytes(key);
        this.mac = HandshakeKey.mac(key);
        this.lifeNs = lifeNs;
    }

    Nonce nonce(Nonce initiator, long newestEpoch, long nowNs) {
        return compute(initiator, newestEpoch, Math.floorDiv(nowNs, lifeNs));
    }

    /** Whether {@link #nonce} said so less than one life ago, or at most two. */
    boolean isFresh(SessionId id, long newestEpoch, long nowNs) {
        long period = Math.floorDiv(nowNs, lifeNs);
        return compute(id.initiator(), newestEpoch, period).equals(id.responder())
                || compute(id.initiator(), newestEpoch, period - 1).equals(id.responder());
    }

    private Nonce compute(Nonce initiator, long newestEpoch, long period) {
        input.clear();
        initiator.write(input);
        input.putLong(newestEpoch).putLong(period).flip();
        mac.update(input);
        return Nonce.read(ByteBuffer.wrap(mac.doFinal()));
    }
}
