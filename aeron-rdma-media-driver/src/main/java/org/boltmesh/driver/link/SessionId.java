package org.boltmesh.driver.link;

/**
 * What binds the messages of one handshake together. Both nonces are under every code, so a message
 * of another session fits nowhere.
 *
 * @param responder {@link Nonce#NONE} in the first message
 * @param epoch of the lanes; 0 in the first message, the newest one the responder knows in the
 *     second
 */
record SessionId(Nonce initiator, Nonce responder, long epoch) {
    static final SessionId NONE = new SessionId(Nonce.NONE, Nonce.NONE, 0);

    /** Far above any clock, and far below an overflow. */
    static final long EPOCH_MAX = 1L << 62;
}
