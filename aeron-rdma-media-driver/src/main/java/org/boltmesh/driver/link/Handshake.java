package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.boltmesh.driver.link.HandshakeMessage.Accept;
import org.boltmesh.driver.link.HandshakeMessage.Challenge;
import org.boltmesh.driver.link.HandshakeMessage.Close;
import org.boltmesh.driver.link.HandshakeMessage.Hello;
import org.boltmesh.driver.link.HandshakeMessage.Offer;
import org.boltmesh.driver.link.HandshakeMessage.OtherVersion;
import org.boltmesh.driver.link.HandshakeMessage.Ready;
import org.boltmesh.driver.link.LinkReason.Cause;
import org.boltmesh.driver.link.Session.Phase;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/** Both roles of the handshake: the session there is, and the queue pairs of it and before it. */
final class Handshake {
    private final LinkIdentity identity;
    private final List<LaneShape> shapes;
    private final LinkOptions.Handshaking options;
    private final HandshakeCodec codec;
    private final LinkSources sources;
    private final Challenges challenges;
    private final Resend resend;

    /** Epochs whose queue pairs are asked to go and have not gone. */
    private final Set<Long> dying = new HashSet<>();

    private Session session = Session.NONE;
    private long newestEpoch;

    Handshake(
            LinkIdentity identity,
            List<LaneShape> shapes,
            HandshakeCodec codec,
            LinkOptions.Handshaking options,
            LinkSources sources) {
        this.identity = identity;
        this.shapes = shapes;
        this.codec = codec;
        this.options = options;
        this.sources = sources;
        this.challenges = new Challenges(sources.nonces(), options.challengeLifeNs());
        this.resend = new Resend(options);
    }

    Session session() {
        return session;
    }

    long newestEpoch() {
        return newestEpoch;
    }

    /** Whether one more epoch's queue pairs fit beside those that still die. */
    boolean hasRoom() {
        return hasRoomBeside(dying.size());
    }

    void start(long nowNs, List<LinkEffect> out) {
        session = Session.hello(Nonce.random(sources.nonces()));
        resend.start(nowNs);
        sayUntilAnswered(new Hello(session.id()), nowNs, out);
    }

    /** Takes the place of a session that was abandoned. */
    void respond(Offer offer, long nowNs, List<LinkEffect> out) {
        session = Session.responding(offer);
        resend.start(nowNs);
        out.add(new LinkEffect.CreateQueuePairs(offer.id().epoch(), shapes));
    }

    /** Forgets the session; its queue pairs go. */
    void abandon(List<LinkEffect> out) {
        if (session.hasQueuePairs()) {
            dying.add(session.id().epoch());
            out.add(new LinkEffect.DestroyQueuePairs(session.id().epoch()));
        }
        session = Session.NONE;
        resend.stop();
    }

    void sayClosed(Cause cause, List<LinkEffect> out) {
        if (session.hasQueuePairs()) {
            say(new Close(session.id(), cause), out);
        }
    }

    /** Answers who wants to begin when nothing can. */
    void decline(SessionId id, Cause cause, List<LinkEffect> out) {
        say(new Close(id, cause), out);
    }

    Step onTick(long nowNs, List<LinkEffect> out) {
        if (resend.isTimedOut(nowNs)) {
            return Step.failed(
                    Cause.TIMED_OUT,
                    "no answer in phase %s within %d ms"
                            .formatted(session.phase(), options.timeoutNs() / 1_000_000));
        }
        if (resend.isDue(nowNs)) {
            out.add(new LinkEffect.SendDatagram(resend.again(nowNs)));
        }
        return Step.Stays.INSTANCE;
    }

    Step onMessage(HandshakeMessage message, long nowNs, List<LinkEffect> out) {
        return switch (message) {
            case Hello hello -> onHello(hello, nowNs, out);
            case Challenge challenge -> onChallenge(challenge, out);
            case Offer offer -> onOffer(offer, nowNs, out);
            case Accept accept -> onAccept(accept, out);
            case Ready ready -> onReady(ready, out);
            case Close close -> onClose(close);
            case OtherVersion other -> onOtherVersion(other, out);
        };
    }

    Step onCreated(long epoch, List<RemoteQueuePair> pairs, long nowNs, List<LinkEffect> out) {
        if (!isCurrent(epoch) || session.phase() != Phase.CREATING) {
            return Step.Stays.INSTANCE;
        }
        if (pairs.size() != shapes.size()) {
            return Step.failed(
                    Cause.VERB_FAILED,
                    pairs.size() + " queue pairs created, want " + shapes.size());
        }
        session = session.created(ends(pairs));
        if (session.isInitiator()) {
            sayUntilAnswered(new Offer(session.id(), session.ownLanes()), nowNs, out);
        } else {
            say(new Accept(session.id(), session.ownLanes()), out);
            connect(out);
        }
        return Step.Stays.INSTANCE;
    }

    Step onPosted(long epoch, long nowNs, List<LinkEffect> out) {
        if (!isCurrent(epoch) || session.phase() != Phase.CONNECTING) {
            return Step.Stays.INSTANCE;
        }
        session = session.in(Phase.POSTED);
        sayUntilAnswered(new Ready(session.id(), session.peerReady()), nowNs, out);
        return session.peerReady() ? done() : Step.Stays.INSTANCE;
    }

    void onDestroyed(long epoch) {
        dying.remove(epoch);
    }

    boolean isCurrent(long epoch) {
        return session.hasQueuePairs() && session.id().epoch() == epoch;
    }

    /** Changes nothing here: anybody may send an old hello again. */
    private Step onHello(Hello hello, long nowNs, List<LinkEffect> out) {
        if (isOursBeforePeers()) {
            return Step.refused(Refusal.CROSSED);
        }
        Nonce initiator = hello.id().initiator();
        Nonce responder = challenges.nonce(initiator, newestEpoch, nowNs);
        say(new Challenge(new SessionId(initiator, responder, newestEpoch), shapes), out);
        return Step.Stays.INSTANCE;
    }

    private Step onChallenge(Challenge challenge, List<LinkEffect> out) {
        if (!challenge.id().initiator().equals(session.id().initiator())
                || !session.isInitiator()) {
            return Step.refused(Refusal.STALE_NONCE);
        }
        if (session.phase() != Phase.HELLO) {
            return Step.refused(Refusal.OUT_OF_TURN);
        }
        if (!challenge.shapes().equals(shapes)) {
            return otherShapes(challenge.shapes());
        }
        if (!hasRoom()) {
            return Step.failed(Cause.BUSY, "old queue pairs are not gone yet");
        }
        newestEpoch = sources.epochs().next(Math.max(newestEpoch, challenge.id().epoch()));
        Nonce initiator = session.id().initiator();
        session =
                session.creating(new SessionId(initiator, challenge.id().responder(), newestEpoch));
        resend.stop();
        out.add(new LinkEffect.CreateQueuePairs(newestEpoch, shapes));
        return Step.Stays.INSTANCE;
    }

    private Step onOffer(Offer offer, long nowNs, List<LinkEffect> out) {
        if (offer.id().equals(session.id())) {
            return onOfferAgain(out);
        }
        if (offer.id().epoch() <= newestEpoch) {
            return Step.refused(Refusal.OLD_EPOCH);
        }
        if (!challenges.isFresh(offer.id(), newestEpoch, nowNs)) {
            return Step.refused(Refusal.STALE_NONCE);
        }
        if (isOursBeforePeers()) {
            return Step.refused(Refusal.CROSSED);
        }
        newestEpoch = offer.id().epoch();
        if (!LaneEnd.shapes(offer.lanes()).equals(shapes)) {
            decline(offer.id(), Cause.OTHER_SHAPES, out);
            return otherShapes(LaneEnd.shapes(offer.lanes()));
        }
        if (!hasRoomBeside(dying.size() + (session.hasQueuePairs() ? 1 : 0))) {
            decline(offer.id(), Cause.BUSY, out);
            return Step.ended(Cause.BUSY, "old queue pairs are not gone yet");
        }
        return new Step.Offered(offer);
    }

    private Step onOfferAgain(List<LinkEffect> out) {
        if (session.isInitiator() || !session.isAtLeast(Phase.CONNECTING)) {
            return Step.refused(Refusal.OUT_OF_TURN);
        }
        say(new Accept(session.id(), session.ownLanes()), out);
        return Step.Stays.INSTANCE;
    }

    private Step onAccept(Accept accept, List<LinkEffect> out) {
        if (!accept.id().equals(session.id())) {
            return Step.refused(Refusal.STALE_NONCE);
        }
        if (session.phase() != Phase.OFFERED) {
            return Step.refused(Refusal.OUT_OF_TURN);
        }
        if (!LaneEnd.shapes(accept.lanes()).equals(shapes)) {
            return otherShapes(LaneEnd.shapes(accept.lanes()));
        }
        session = session.connecting(accept.lanes());
        resend.stop();
        connect(out);
        return Step.Stays.INSTANCE;
    }

    private Step onReady(Ready ready, List<LinkEffect> out) {
        if (!ready.id().equals(session.id())) {
            return Step.refused(Refusal.STALE_NONCE);
        }
        if (!session.isAtLeast(Phase.CONNECTING)) {
            return Step.refused(Refusal.OUT_OF_TURN);
        }
        session = session.withPeerReady();
        if (session.phase() == Phase.CONNECTING) {
            return Step.Stays.INSTANCE;
        }
        if (!ready.heardYours()) {
            say(new Ready(session.id(), true), out);
        }
        return session.phase() == Phase.POSTED ? done() : Step.Stays.INSTANCE;
    }

    private Step onClose(Close close) {
        boolean answersHello =
                session.phase() == Phase.HELLO
                        && close.id().initiator().equals(session.id().initiator());
        return answersHello || (session.hasQueuePairs() && close.id().equals(session.id()))
                ? Step.ended(close.cause(), "said by the peer")
                : Step.refused(Refusal.STALE_NONCE);
    }

    private Step onOtherVersion(OtherVersion other, List<LinkEffect> out) {
        if (other.isHello()) {
            decline(new SessionId(other.id().initiator(), Nonce.NONE, 0), Cause.OTHER_VERSION, out);
            return Step.refused(Refusal.OTHER_VERSION);
        }
        boolean isOurs =
                session.phase() == Phase.HELLO
                        && other.id().initiator().equals(session.id().initiator());
        return isOurs
                ? Step.ended(
                        Cause.OTHER_VERSION,
                        "the peer speaks version %d, this node %d: update the older one"
                                .formatted(other.version(), HandshakeCodec.VERSION))
                : Step.refused(Refusal.OTHER_VERSION);
    }

    private Step otherShapes(List<LaneShape> peers) {
        return Step.failed(
                Cause.OTHER_SHAPES,
                "the peer's lanes are %s, this node's %s: give both the same settings"
                        .formatted(peers, shapes));
    }

    private Step done() {
        session = session.in(Phase.READY);
        resend.stop();
        return Step.Done.INSTANCE;
    }

    private boolean isOursBeforePeers() {
        return session.isInitiator() && session.isUnderWay() && identity.localWins();
    }

    private boolean hasRoomBeside(int epochs) {
        return (epochs + 1) * shapes.size() <= options.queuePairsMax();
    }

    private void connect(List<LinkEffect> out) {
        long epoch = session.id().epoch();
        List<RemoteQueuePair> peers = LaneEnd.queuePairs(session.peerLanes());
        out.add(new LinkEffect.ConnectQueuePairs(epoch, peers));
        out.add(new LinkEffect.PostReceives(epoch));
    }

    private List<LaneEnd> ends(List<RemoteQueuePair> pairs) {
        List<LaneEnd> ends = new ArrayList<>(pairs.size());
        for (int i = 0; i < pairs.size(); i++) {
            ends.add(new LaneEnd(shapes.get(i), pairs.get(i)));
        }
        return List.copyOf(ends);
    }

    private void say(HandshakeMessage message, List<LinkEffect> out) {
        out.add(new LinkEffect.SendDatagram(codec.encode(message)));
    }

    private void sayUntilAnswered(HandshakeMessage message, long nowNs, List<LinkEffect> out) {
        ByteBuffer datagram = codec.encode(message);
        resend.say(datagram, nowNs);
        out.add(new LinkEffect.SendDatagram(datagram));
    }
}
