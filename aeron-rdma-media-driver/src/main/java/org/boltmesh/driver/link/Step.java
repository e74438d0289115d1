package org.boltmesh.driver.link;

/** What a message or an event meant to a handshake. */
sealed interface Step {
    /** It is under way as before, or one phase on. */
    enum Stays implements Step {
        INSTANCE
    }

    /** Both sides are ready. */
    enum Done implements Step {
        INSTANCE
    }

    /** The message was dropped. */
    record Refused(Refusal refusal) implements Step {}

    /** The peer made a good offer, which takes the place of whatever there was. */
    record Offered(HandshakeMessage.Offer offer) implements Step {}

    /** The session is over. */
    record Failed(LinkReason reason, boolean tellPeer) implements Step {}

    static Step refused(Refusal refusal) {
        return new Refused(refusal);
    }

    static Step failed(LinkReason.Cause cause, String detail) {
        return new Failed(new LinkReason(cause, detail), true);
    }

    /** Over as well, and the peer knows or cannot be told. */
    static Step ended(LinkReason.Cause cause, String detail) {
        return new Failed(new LinkReason(cause, detail), false);
    }
}
