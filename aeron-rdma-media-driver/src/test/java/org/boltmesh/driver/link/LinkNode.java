package org.boltmesh.driver.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.RemoteQueuePair;

/** A link with the effects it asked for, which it carries out at once unless it is told not to. */
final class LinkNode {
    static final byte[] SECRET = "sixteen bytes or more".getBytes(StandardCharsets.US_ASCII);
    static final List<LaneShape> SHAPES =
            List.of(new LaneShape(4096, 64), new LaneShape(32768, 32));

    final List<LinkEffect> effects = new ArrayList<>();
    final List<ByteBuffer> sent = new ArrayList<>();
    final TreeSet<Long> living = new TreeSet<>();
    final Link link;
    boolean answersVerbs = true;
    long postedEpoch;
    long laneEpoch;
    long keepAliveEpoch;
    int queuePairsMost;

    private final int lanes;

    LinkNode(LinkIdentity identity, byte[] secret, List<LaneShape> shapes, long seed, long nowNs) {
        this(identity, secret, shapes, seed, nowNs, newest -> newest + 1);
    }

    LinkNode(
            LinkIdentity identity,
            byte[] secret,
            List<LaneShape> shapes,
            long seed,
            long nowNs,
            EpochSource epochs) {
        Random random = new Random(seed);
        lanes = shapes.size();
        link =
                new Link(
                        identity,
                        shapes,
                        HandshakeKey.of(secret),
                        LinkOptions.DEFAULT,
                        new LinkSources(epochs, random, random),
                        nowNs);
    }

    static LinkNode a(long seed) {
        return new LinkNode(new LinkIdentity("a", "b", 0), SECRET, SHAPES, seed, 0);
    }

    static LinkNode b(long seed) {
        return new LinkNode(new LinkIdentity("b", "a", 0), SECRET, SHAPES, seed + 1_000_003, 0);
    }

    void datagram(ByteBuffer datagram, long nowNs) {
        carryOut(link.onDatagram(datagram, nowNs), nowNs);
    }

    void event(LinkEvent event, long nowNs) {
        carryOut(link.onEvent(event, nowNs), nowNs);
    }

    void tick(long nowNs) {
        carryOut(link.onTick(nowNs), nowNs);
    }

    List<ByteBuffer> takeSent() {
        List<ByteBuffer> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    private void carryOut(List<LinkEffect> asked, long nowNs) {
        effects.addAll(asked);
        for (LinkEffect effect : asked) {
            switch (effect) {
                case LinkEffect.SendDatagram send -> sent.add(send.datagram());
                case LinkEffect.CreateQueuePairs create -> create(create.epoch(), nowNs);
                case LinkEffect.PostReceives post -> post(post.epoch(), nowNs);
                case LinkEffect.DestroyQueuePairs destroy -> destroy(destroy.epoch(), nowNs);
                case LinkEffect.MoveTrafficToLanes move -> laneEpoch = move.epoch();
                case LinkEffect.MoveTrafficToUdp _ -> laneEpoch = 0;
                case LinkEffect.SendKeepAlive say -> keepAliveEpoch = say.epoch();
                case LinkEffect.ConnectQueuePairs _,
                        LinkEffect.RepeatStatusMessages _,
                        LinkEffect.AskForDriverRestart _,
                        LinkEffect.Report _ -> {}
            }
        }
    }

    private void create(long epoch, long nowNs) {
        living.add(epoch);
        queuePairsMost = Math.max(queuePairsMost, living.size() * lanes);
        if (answersVerbs) {
            List<RemoteQueuePair> pairs = new ArrayList<>();
            for (int i = 0; i < lanes; i++) {
                int number = (int) (epoch * 4 + i) & 0xFFFFFF;
                pairs.add(new RemoteQueuePair(Gid.ofIpv4(0x0A000001), 0, number, 7));
            }
            event(new LinkEvent.QueuePairsCreated(epoch, pairs), nowNs);
        }
    }

    private void post(long epoch, long nowNs) {
        if (answersVerbs) {
            postedEpoch = epoch;
            event(new LinkEvent.ReceivesPosted(epoch), nowNs);
        }
    }

    private void destroy(long epoch, long nowNs) {
        if (answersVerbs) {
            living.remove(epoch);
            event(new LinkEvent.QueuePairsDestroyed(epoch), nowNs);
        }
    }
}
