package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.link.LinkReason.Cause;

/**
 * The link to one peer over one cable, as a state machine: datagrams, events and ticks in, effects
 * out, to be carried out in their order. It knows no clock; {@code nowNs} is any that only grows.
 * Not thread-safe: the driver's loop owns it, and polls the lanes before it ticks, so that a pause
 * of this process is not taken for the peer's silence.
 */
public final class Link {
    private final LinkOptions options;
    private final HandshakeCodec codec;
    private final Handshake handshake;
    private final Vitals vitals;
    private final Retry retry;
    private final RefusalCounts refusals = new RefusalCounts();

    private LinkState state = LinkState.DOWN;
    private LinkReason reason = new LinkReason(Cause.STARTING, "no handshake yet");
    private Optional<LinkReason> obstacle = Optional.empty();
    private boolean isEnded;
    private long upNs;

    /**
     * @param shapes this end's lanes, 1 to 4; the peer's must be the same
     * @throws IllegalArgumentException if there are more or fewer
     */
    public Link(
            LinkIdentity identity,
            List<LaneShape> shapes,
            HandshakeKey key,
            LinkOptions options,
            LinkSources sources,
            long nowNs) {
        if (shapes.isEmpty() || shapes.size() > LaneShape.LANES_MAX) {
            throw new IllegalArgumentException(
                    shapes.size() + " lanes, want 1 to " + LaneShape.LANES_MAX);
        }
        this.options = options;
        this.codec = new HandshakeCodec(identity, key);
        this.handshake =
                new Handshake(identity, List.copyOf(shapes), codec, options.handshaking(), sources);
        this.vitals = new Vitals(options);
        this.retry = new Retry(options.backOff(), sources.jitter(), nowNs);
    }

    /** Which link a datagram says it is for; empty if it is no handshake message. Not authentic. */
    public static Optional<LinkIdentity> addressee(ByteBuffer datagram) {
        return HandshakeCodec.addressee(datagram);
    }

    public LinkState state() {
        return state;
    }

    /** Why it is in this state. */
    public LinkReason reason() {
        return reason;
    }

    /** Of the lanes that carry traffic or are being set up; the newest known if there are none. */
    public long epoch() {
        Session session = handshake.session();
        return session.hasQueuePairs() ? session.id().epoch() : handshake.newestEpoch();
    }

    /** What was dropped so far. */
    public RefusalCounts refusals() {
        return refusals;
    }

    /** Whether a datagram may go over the lanes of this epoch. */
    public boolean maySend(long epoch) {
        return state == LinkState.UP && handshake.isCurrent(epoch);
    }

    /** Whether what came over the lanes of this epoch is to be taken: receives are posted. */
    public boolean mayReceive(long epoch) {
        return handshake.isCurrent(epoch) && handshake.session().isAtLeast(Session.Phase.POSTED);
    }

    /** A good slot came, of whatever kind. */
    public void heard(long epoch, long nowNs) {
        if (mayReceive(epoch)) {
            vitals.heard(nowNs);
        }
    }

    /** A slot was sent, so that no keep-alive is needed for a while. */
    public void sent(long epoch, long nowNs) {
        if (handshake.isCurrent(epoch)) {
            vitals.sent(nowNs);
        }
    }

    /** A damaged slot came. */
    public void checksumFailed(long epoch, long nowNs) {
        if (mayReceive(epoch)) {
            vitals.checksumFailed(nowNs);
        }
    }

    /** Takes a datagram from position to limit, whoever sent it; never throws for its content. */
    public List<LinkEffect> onDatagram(ByteBuffer datagram, long nowNs) {
        List<LinkEffect> out = new ArrayList<>();
        switch (codec.decode(datagram)) {
            case HandshakeCodec.Dropped dropped -> refusals.add(dropped.refusal());
            case HandshakeCodec.Message message -> onMessage(message.message(), nowNs, out);
        }
        return out;
    }

    /** What happened to queue pairs, device, port or process. */
    public List<LinkEffect> onEvent(LinkEvent event, long nowNs) {
        List<LinkEffect> out = new ArrayList<>();
        switch (event) {
            case LinkEvent.QueuePairsCreated e ->
                    apply(handshake.onCreated(e.epoch(), e.queuePairs(), nowNs, out), nowNs, out);
            case LinkEvent.ReceivesPosted e ->
                    apply(handshake.onPosted(e.epoch(), nowNs, out), nowNs, out);
            case LinkEvent.QueuePairsDestroyed e -> handshake.onDestroyed(e.epoch());
            case LinkEvent.QueuePairsFailed e ->
                    failIfCurrent(
                            e.epoch(),
                            e.isBusy() ? Cause.BUSY : Cause.VERB_FAILED,
                            e.detail(),
                            nowNs,
                            out);
            case LinkEvent.SendOverdue e ->
                    failIfCurrent(e.epoch(), Cause.SEND_OVERDUE, e.detail(), nowNs, out);
            case LinkEvent.VerbFailed e ->
                    failIfCurrent(e.epoch(), Cause.VERB_FAILED, e.detail(), nowNs, out);
            case LinkEvent.DeviceQuarantined e -> onQuarantined(e, nowNs, out);
            case LinkEvent.ShutDown _ ->
                    end(new LinkReason(Cause.SHUT_DOWN, "this process ends"), nowNs, out);
            case LinkEvent.PortDown _ ->
                    block(new LinkReason(Cause.PORT_DOWN, "no cable, or disabled"), nowNs, out);
            case LinkEvent.PortUp _ -> onPortUp(nowNs);
        }
        return out;
    }

    /** Time passed. Allocates nothing while nothing is due. */
    public List<LinkEffect> onTick(long nowNs) {
        return isTickDue(nowNs) ? tick(nowNs) : List.of();
    }

    private boolean isTickDue(long nowNs) {
        return switch (state) {
            case DOWN -> obstacle.isEmpty() && retry.isDue(nowNs);
            case HANDSHAKING, SUSPECT -> true;
            case UP ->
                    vitals.isSilent(nowNs)
                            || vitals.isDamaged(nowNs)
                            || vitals.isKeepAliveDue(nowNs);
        };
    }

    private List<LinkEffect> tick(long nowNs) {
        List<LinkEffect> out = new ArrayList<>();
        switch (state) {
            case DOWN -> tryAgain(nowNs, out);
            case HANDSHAKING -> apply(handshake.onTick(nowNs, out), nowNs, out);
            case UP -> watch(nowNs, out);
            case SUSPECT -> settle(nowNs, out);
        }
        return out;
    }

    private void tryAgain(long nowNs, List<LinkEffect> out) {
        if (handshake.hasRoom()) {
            handshake.start(nowNs, out);
            change(LinkState.HANDSHAKING, reason, out);
        } else {
            reason = new LinkReason(Cause.BUSY, "old queue pairs are not gone yet");
            retry.after(reason, nowNs);
        }
    }

    private void watch(long nowNs, List<LinkEffect> out) {
        if (vitals.isSilent(nowNs)) {
            doubt(new LinkReason(Cause.SILENT, "keep-alives are missed"), nowNs, out);
        } else if (vitals.isDamaged(nowNs)) {
            doubt(new LinkReason(Cause.CHECKSUMS, "too many damaged slots"), nowNs, out);
        }
        keepAlive(nowNs, out);
    }

    private void doubt(LinkReason why, long nowNs, List<LinkEffect> out) {
        leaveLanes(out);
        vitals.doubt(nowNs);
        change(LinkState.SUSPECT, why, out);
    }

    private void settle(long nowNs, List<LinkEffect> out) {
        if (vitals.isGivenUp(nowNs)) {
            fail(reason, true, nowNs, out);
        } else if (vitals.isRecovered()) {
            out.add(new LinkEffect.MoveTrafficToLanes(epoch()));
            change(LinkState.UP, new LinkReason(Cause.READY, "heard again"), out);
        } else {
            keepAlive(nowNs, out);
        }
    }

    private void keepAlive(long nowNs, List<LinkEffect> out) {
        if (vitals.isKeepAliveDue(nowNs)) {
            vitals.sent(nowNs);
            out.add(new LinkEffect.SendKeepAlive(epoch()));
        }
    }

    private void onMessage(HandshakeMessage message, long nowNs, List<LinkEffect> out) {
        boolean begins =
                message instanceof HandshakeMessage.Hello
                        || message instanceof HandshakeMessage.Offer;
        if (begins && obstacle.isPresent()) {
            handshake.decline(message.id(), obstacle.get().cause(), out);
        } else {
            apply(handshake.onMessage(message, nowNs, out), nowNs, out);
        }
    }

    private void apply(Step step, long nowNs, List<LinkEffect> out) {
        switch (step) {
            case Step.Stays _ -> {}
            case Step.Refused refused -> refusals.add(refused.refusal());
            case Step.Failed failed -> fail(failed.reason(), failed.tellPeer(), nowNs, out);
            case Step.Done _ -> rise(nowNs, out);
            case Step.Offered offered -> {
                leaveLanes(out);
                handshake.abandon(out);
                handshake.respond(offered.offer(), nowNs, out);
                change(
                        LinkState.HANDSHAKING,
                        new LinkReason(Cause.REPLACED, "the peer began a handshake"),
                        out);
            }
        }
    }

    private void rise(long nowNs, List<LinkEffect> out) {
        vitals.begin(nowNs);
        upNs = nowNs;
        out.add(new LinkEffect.MoveTrafficToLanes(epoch()));
        change(LinkState.UP, new LinkReason(Cause.READY, "both receive"), out);
    }

    private void failIfCurrent(
            long epoch, Cause cause, String detail, long nowNs, List<LinkEffect> out) {
        if (handshake.isCurrent(epoch)) {
            fail(new LinkReason(cause, detail), true, nowNs, out);
        }
    }

    private void fail(LinkReason why, boolean tellPeer, long nowNs, List<LinkEffect> out) {
        boolean wasStable = isOnLanes() && nowNs - upNs >= options.backOff().stableNs();
        leaveLanes(out);
        if (tellPeer) {
            handshake.sayClosed(why.cause(), out);
        }
        handshake.abandon(out);
        if (wasStable) {
            retry.reset();
        }
        retry.after(why, nowNs);
        change(LinkState.DOWN, why, out);
    }

    /** Before anything else when lanes are left. */
    private void leaveLanes(List<LinkEffect> out) {
        if (state == LinkState.UP) {
            out.add(new LinkEffect.MoveTrafficToUdp(epoch()));
            out.add(new LinkEffect.RepeatStatusMessages());
        }
    }

    private boolean isOnLanes() {
        return state == LinkState.UP || state == LinkState.SUSPECT;
    }

    private void onQuarantined(
            LinkEvent.DeviceQuarantined event, long nowNs, List<LinkEffect> out) {
        if (!isEnded) {
            LinkReason why = new LinkReason(Cause.QUARANTINED, event.detail());
            end(why, nowNs, out);
            out.add(new LinkEffect.AskForDriverRestart(why));
        }
    }

    private void end(LinkReason why, long nowNs, List<LinkEffect> out) {
        if (!isEnded) {
            block(why, nowNs, out);
            isEnded = true;
        }
    }

    private void block(LinkReason why, long nowNs, List<LinkEffect> out) {
        if (!isEnded) {
            obstacle = Optional.of(why);
            fail(why, true, nowNs, out);
        }
    }

    private void onPortUp(long nowNs) {
        if (!isEnded && obstacle.isPresent()) {
            obstacle = Optional.empty();
            retry.soon(nowNs);
        }
    }

    private void change(LinkState next, LinkReason why, List<LinkEffect> out) {
        out.add(new LinkEffect.Report(state, next, why));
        state = next;
        reason = why;
    }

    /** State, reason, session phase and epoch. */
    @Override
    public String toString() {
        return "%s (%s), %s, epoch %d"
                .formatted(state, reason, handshake.session().phase(), epoch());
    }
}
