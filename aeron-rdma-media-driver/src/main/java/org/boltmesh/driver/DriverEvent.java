package org.boltmesh.driver;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.boltmesh.driver.mesh.MeshStatus;

/** What a media driver tells the one control process that is connected to it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DriverEvent.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = DriverEvent.StandsBy.class, name = "stands-by"),
    @JsonSubTypes.Type(value = DriverEvent.Heartbeat.class, name = "heartbeat"),
    @JsonSubTypes.Type(value = DriverEvent.Refused.class, name = "refused"),
})
public sealed interface DriverEvent {

    /** The first event of every connection that is accepted, unless the process stands by. */
    record Hello(int protocolVersion, long processId, String aeronDirectory)
            implements DriverEvent {
        /** Counts up when a request or event changes its meaning. */
        public static final int PROTOCOL_VERSION = 1;
    }

    /**
     * There is no driver yet: {@link DriverRequest.Begin} starts it. The first event then, and
     * instead of heartbeats.
     */
    record StandsBy(long processId) implements DriverEvent {}

    /**
     * Sent about once a second and as the answer to a ping.
     *
     * @param silentMs how long ago the driver's thread last said that it lives; grows when it hangs
     * @param sentBytes by UDP to all peers, headers included
     * @param receivedBytes by UDP
     * @param retransmits datagrams sent again
     * @param naks requests for lost datagrams
     * @param faults what went wrong
     * @param peers bytes sent to each peer by UDP, repeats included; nothing of what stays on this
     *     machine
     * @param mesh what RDMA does
     */
    record Heartbeat(
            long silentMs,
            long sentBytes,
            long receivedBytes,
            long retransmits,
            long naks,
            Faults faults,
            List<Peer> peers,
            MeshStatus mesh)
            implements DriverEvent {
        public Heartbeat {
            peers = List.copyOf(peers);
        }
    }

    /**
     * What went wrong so far.
     *
     * @param errors how often
     * @param invalidDatagrams datagrams that are none of Aeron's
     * @param lastError the last error in words; empty where there was none
     */
    record Faults(long errors, long invalidDatagrams, String lastError) {}

    /**
     * One destination.
     *
     * @param address address and port
     */
    record Peer(String address, long sentBytes) {}

    /** The connection ends: another process is connected, or what came is no request. */
    record Refused(String message) implements DriverEvent {}
}
