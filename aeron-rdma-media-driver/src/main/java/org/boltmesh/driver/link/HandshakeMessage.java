package org.boltmesh.driver.link;

import java.util.List;

/**
 * What the two ends say over IP, in this order: hello, challenge, offer, accept, ready and ready.
 * Who says hello is the initiator.
 */
sealed interface HandshakeMessage {
    SessionId id();

    /** The initiator's nonce. */
    record Hello(SessionId id) implements HandshakeMessage {}

    /** The responder's nonce and newest epoch, and the lanes it is set to. */
    record Challenge(SessionId id, List<LaneShape> shapes) implements HandshakeMessage {}

    /** The initiator's queue pairs and the epoch. */
    record Offer(SessionId id, List<LaneEnd> lanes) implements HandshakeMessage {}

    /** The responder's queue pairs. */
    record Accept(SessionId id, List<LaneEnd> lanes) implements HandshakeMessage {}

    /** My receives are posted. */
    record Ready(SessionId id, boolean heardYours) implements HandshakeMessage {}

    /** This session is over, or will not be. */
    record Close(SessionId id, LinkReason.Cause cause) implements HandshakeMessage {}

    /** Any message of another version, of which only the part that all versions share is known. */
    record OtherVersion(SessionId id, int version, boolean isHello) implements HandshakeMessage {}
}
