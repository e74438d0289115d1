package org.boltmesh.driver.endpoint;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.NetworkPublication;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.NakFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotKind;
import org.boltmesh.driver.mesh.LocalEndpoint;
import org.boltmesh.driver.mesh.Mesh;
import org.boltmesh.driver.mesh.Route;
import org.jspecify.annotations.Nullable;

/**
 * A sending endpoint: its datagrams go by a lane where a link leads to the channel's endpoint, and
 * else by UDP. A publication has one lane, that of the smallest slots which hold its MTU. A lane
 * that is full holds data back; what Aeron would not repeat soon takes UDP then. The driver's loop
 * owns it; sending allocates nothing.
 */
public final class RdmaSendEndpoint extends SendChannelEndpoint implements LocalEndpoint {
    private final Mesh mesh;
    private final AtomicLong udpBytes;
    private final boolean isUnicast;
    private final SocketPolling polling;
    private final Long2ObjectHashMap<PublicationLane> lanes = new Long2ObjectHashMap<>();
    private final List<PublicationLane> laneList = new ArrayList<>();
    private final SmallFrames arrived = new SmallFrames();
    private final NakFlyweight nak = new NakFlyweight();
    private Registration registration = Registration.NONE;
    private @Nullable Route route;
    private @Nullable InetSocketAddress routedTo;
    private int routesVersion = -1;

    /**
     * Of a channel.
     *
     * @param udpBytes counts what goes by UDP
     */
    public RdmaSendEndpoint(
            UdpChannel channel,
            AtomicCounter status,
            MediaDriver.Context context,
            Mesh mesh,
            AtomicLong udpBytes) {
        super(channel, status, context);
        this.mesh = mesh;
        this.udpBytes = udpBytes;
        isUnicast = Registration.isUnicast(channel);
        polling = new SocketPolling(mesh.nowNs());
    }

    @Override
    public void openChannel() {
        super.openChannel();
        if (isUnicast) {
            registration = Registration.of(mesh, this, sendDatagramChannel);
        }
    }

    @Override
    public void close() {
        registration.end(mesh);
        registration = Registration.NONE;
        super.close();
    }

    @Override
    public InetSocketAddress address() {
        return registration.address();
    }

    @Override
    public void unregisterForSend(NetworkPublication publication) {
        super.unregisterForSend(publication);
        PublicationLane lane =
                lanes.remove(Frames.key(publication.sessionId(), publication.streamId()));
        if (lane != null) {
            laneList.remove(lane);
        }
    }

    @Override
    public int send(ByteBuffer datagram) {
        int type = Frames.type(datagram);
        if (Frames.isSetup(type, datagram)) {
            learn(datagram);
        }
        Route way = route();
        return way == null ? byUdp(datagram) : byLane(way, type, datagram);
    }

    @Override
    public int send(ByteBuffer datagram, InetSocketAddress address) {
        return counted(super.send(datagram, address));
    }

    private int byUdp(ByteBuffer datagram) {
        return counted(super.send(datagram));
    }

    private int counted(int sentBytes) {
        if (sentBytes > 0) {
            udpBytes.setRelease(udpBytes.getPlain() + sentBytes);
        }
        return sentBytes;
    }

    private int byLane(Route way, int type, ByteBuffer datagram) {
        boolean isData = Frames.isData(type);
        PublicationLane lane =
                isData || Frames.isSetup(type, datagram) ? lanes.get(Frames.key(datagram)) : null;
        if (lane == null) {
            return byUdp(datagram);
        }
        boolean isRepeated = isData && Frames.isRepeated(type, datagram);
        SlotKind kind = isRepeated ? SlotKind.DATA : SlotKind.CONTROL;
        SendResult result = way.offer(kind, lane.lane(), registration.id(), datagram);
        return switch (result) {
            case SENT -> {
                if (isRepeated) {
                    lane.onSent(datagram, mesh.nowNs());
                }
                yield datagram.remaining();
            }
            case NO_CREDIT, NO_SLOT -> isRepeated ? 0 : byUdp(datagram);
            case TOO_LONG, NOT_OPEN -> byUdp(datagram);
        };
    }

    /** Only a setup frame tells what MTU a publication has. */
    private void learn(ByteBuffer setup) {
        long key = Frames.key(setup);
        if (lanes.containsKey(key)) {
            return;
        }
        OptionalInt lane = mesh.sizes().laneOfMtu(Frames.int32(setup, Frames.SETUP_MTU_OFFSET));
        if (lane.isPresent()) {
            PublicationLane known =
                    new PublicationLane(
                            lane.getAsInt(),
                            Frames.int32(setup, Frames.SETUP_TERM_LENGTH_OFFSET),
                            (int) (key >> Integer.SIZE),
                            (int) key);
            lanes.put(key, known);
            laneList.add(known);
        }
    }

    // Whether it is the same address object matters: Aeron sets another after resolving anew.
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Route route() {
        int version = mesh.routesVersion();
        InetSocketAddress peer = connectAddress;
        if (version != routesVersion || peer != routedTo) {
            routesVersion = version;
            routedTo = peer;
            route = isUnicast && peer != null ? mesh.route(peer) : null;
        }
        return route;
    }

    @Override
    public @Nullable InetSocketAddress receive(ByteBuffer buffer) {
        InetSocketAddress source = arrived.take(buffer);
        if (source != null || !polling.isDue(mesh.hasRoutes(), mesh.nowNs())) {
            return source;
        }
        source = super.receive(buffer);
        if (source == null) {
            return null;
        }
        polling.heard(mesh.nowNs());
        return Registration.isMember(mesh, source) ? source : null;
    }

    @Override
    public void onDatagram(UnsafeBuffer datagram, int lengthBytes, InetSocketAddress source) {
        if (!isValidFrame(datagram, lengthBytes)) {
            return;
        }
        nak.wrap(datagram, 0, lengthBytes);
        if (nak.headerType() == HeaderFlyweight.HDR_TYPE_NAK) {
            onNakMessage(nak, datagram, lengthBytes, source);
        } else {
            arrived.add(datagram, lengthBytes, source);
        }
    }

    @Override
    public void onTick(long nowNs) {
        for (int index = 0; index < laneList.size(); index++) {
            PublicationLane lane = laneList.get(index);
            if (lane.isTailDue(nowNs)) {
                sendTail(lane.nextTail(nowNs));
            }
        }
    }

    /** Where no slot is free it is left out: the peer has yet to take what went before. */
    private void sendTail(ByteBuffer tail) {
        Route way = route();
        SendResult result =
                way == null
                        ? SendResult.NOT_OPEN
                        : way.offer(SlotKind.CONTROL, 0, registration.id(), tail);
        if (result == SendResult.NOT_OPEN) {
            byUdp(tail);
        }
    }

    /** What was under way on a lane is lost, and the receiver may not know that there was more. */
    @Override
    public void repeatStatusMessages() {
        for (int index = 0; index < laneList.size(); index++) {
            laneList.get(index).startTails(mesh.nowNs());
        }
    }
}
