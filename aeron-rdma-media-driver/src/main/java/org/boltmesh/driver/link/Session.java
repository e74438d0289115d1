package org.boltmesh.driver.link;

import java.util.List;

/**
 * One attempt at lanes, from hello to its end.
 *
 * @param isInitiator whether this end said hello
 * @param ownLanes empty until the queue pairs exist
 * @param peerReady whether the peer said that its receives are posted
 */
record Session(
        SessionId id,
        boolean isInitiator,
        Phase phase,
        List<LaneEnd> ownLanes,
        List<LaneEnd> peerLanes,
        boolean peerReady) {
    /** How far it is; the order matters. */
    enum Phase {
        NONE,
        /** Said hello. */
        HELLO,
        /** The peer is authentic; waiting for own queue pairs. */
        CREATING,
        /** Offered them (the initiator only). */
        OFFERED,
        /** Knows the peer's; waiting for own receives. */
        CONNECTING,
        /** Own receives are posted and said to be. */
        POSTED,
        /** So are the peer's. */
        READY
    }

    static final Session NONE =
            new Session(SessionId.NONE, false, Phase.NONE, List.of(), List.of(), false);

    static Session hello(Nonce initiator) {
        SessionId id = new SessionId(initiator, Nonce.NONE, 0);
        return new Session(id, true, Phase.HELLO, List.of(), List.of(), false);
    }

    static Session responding(HandshakeMessage.Offer offer) {
        return new Session(offer.id(), false, Phase.CREATING, List.of(), offer.lanes(), false);
    }

    Session creating(SessionId complete) {
        return new Session(complete, isInitiator, Phase.CREATING, List.of(), List.of(), false);
    }

    Session created(List<LaneEnd> lanes) {
        Phase next = isInitiator ? Phase.OFFERED : Phase.CONNECTING;
        return new Session(id, isInitiator, next, lanes, peerLanes, peerReady);
    }

    Session connecting(List<LaneEnd> peers) {
        return new Session(id, isInitiator, Phase.CONNECTING, ownLanes, peers, peerReady);
    }

    Session in(Phase next) {
        return new Session(id, isInitiator, next, ownLanes, peerLanes, peerReady);
    }

    Session withPeerReady() {
        return new Session(id, isInitiator, phase, ownLanes, peerLanes, true);
    }

    boolean isAtLeast(Phase least) {
        return phase.compareTo(least) >= 0;
    }

    /** Between hello and the second ready. */
    boolean isUnderWay() {
        return phase != Phase.NONE && phase != Phase.READY;
    }

    /** Whether queue pairs of its epoch were asked for. */
    boolean hasQueuePairs() {
        return isAtLeast(Phase.CREATING);
    }
}
