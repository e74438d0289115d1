package org.boltmesh.driver.endpoint;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotKind;
import org.boltmesh.driver.mesh.LocalEndpoint;
import org.boltmesh.driver.mesh.Mesh;
import org.boltmesh.driver.mesh.Route;
import org.jspecify.annotations.Nullable;

/**
 * A receiving endpoint: takes datagrams from lanes where they lie, and from UDP; answers by the
 * lane of the smallest slots where there is one. Datagrams from addresses that belong to no peer
 * are dropped. The driver's loop owns it; receiving allocates nothing.
 */
public final class RdmaReceiveEndpoint extends ReceiveChannelEndpoint implements LocalEndpoint {
    private static final int SMALLEST_LANE = 0;
    private static final int ONLY_TRANSPORT = 0;

    private final Mesh mesh;
    private final boolean isUnicast;
    private final SocketPolling polling;
    private final StatusMemory statuses;
    private final DataHeaderFlyweight data = new DataHeaderFlyweight();
    private final SetupFlyweight setup = new SetupFlyweight();
    private final RttMeasurementFlyweight rtt = new RttMeasurementFlyweight();
    private Registration registration = Registration.NONE;

    /** Of a channel. */
    public RdmaReceiveEndpoint(
            UdpChannel channel,
            DataPacketDispatcher dispatcher,
            AtomicCounter status,
            MediaDriver.Context context,
            Mesh mesh) {
        super(channel, dispatcher, status, context);
        this.mesh = mesh;
        isUnicast = Registration.isUnicast(channel);
        polling = new SocketPolling(mesh.nowNs());
        statuses = new StatusMemory();
    }

    @Override
    public void openChannel() {
        super.openChannel();
        if (isUnicast) {
            registration = Registration.of(mesh, this, receiveDatagramChannel);
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
    public int sendTo(ByteBuffer datagram, InetSocketAddress peer) {
        int type = Frames.type(datagram);
        if (type == HeaderFlyweight.HDR_TYPE_SM) {
            statuses.remember(datagram, peer, mesh.nowNs());
        }
        Route way = registration.id() == 0 ? null : mesh.route(peer);
        boolean isSent =
                way != null
                        && way.offer(SlotKind.CONTROL, SMALLEST_LANE, registration.id(), datagram)
                                == SendResult.SENT;
        return isSent ? datagram.remaining() : super.sendTo(datagram, peer);
    }

    @Override
    public @Nullable InetSocketAddress receive(ByteBuffer buffer) {
        if (!polling.isDue(mesh.hasRoutes(), mesh.nowNs())) {
            return null;
        }
        InetSocketAddress source = super.receive(buffer);
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
        data.wrap(datagram, 0, lengthBytes);
        switch (data.headerType()) {
            case HeaderFlyweight.HDR_TYPE_DATA, HeaderFlyweight.HDR_TYPE_PAD ->
                    onDataPacket(data, datagram, lengthBytes, source, ONLY_TRANSPORT);
            case HeaderFlyweight.HDR_TYPE_SETUP -> {
                setup.wrap(datagram, 0, lengthBytes);
                onSetupMessage(setup, datagram, lengthBytes, source, ONLY_TRANSPORT);
            }
            case HeaderFlyweight.HDR_TYPE_RTTM -> {
                rtt.wrap(datagram, 0, lengthBytes);
                onRttMeasurement(rtt, datagram, lengthBytes, source, ONLY_TRANSPORT);
            }
            default -> {} // as Aeron does with what it does not know
        }
    }

    @Override
    public void onTick(long nowNs) {}

    @Override
    public void repeatStatusMessages() {
        statuses.repeat(mesh.nowNs(), super::sendTo);
    }
}
