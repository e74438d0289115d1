package org.boltmesh.actors.transport;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where a stream runs, in Aeron's words. Sender and receiver name the same stream id; several
 * streams share one UDP port.
 *
 * @param uri Aeron's channel
 * @param streamId tells the streams of a channel apart
 */
public record AeronStream(String uri, int streamId) {
    private static final String UDP = "aeron:udp";

    /** Between processes that share one media driver. */
    public static AeronStream local(int streamId) {
        return new AeronStream("aeron:ipc", streamId);
    }

    /**
     * The sender's end by UDP.
     *
     * @param peer where the receiver listens
     * @param from our own address on the interface that may be used; no other is bound
     */
    public static AeronStream to(InetSocketAddress peer, InetAddress from, int streamId) {
        return new AeronStream(
                "%s?endpoint=%s|interface=%s".formatted(UDP, endpoint(peer), host(checked(from))),
                streamId);
    }

    /**
     * The receiver's end by UDP.
     *
     * @param own address and port to listen at; no other is bound
     */
    public static AeronStream at(InetSocketAddress own, int streamId) {
        return new AeronStream(UDP + "?endpoint=" + endpoint(own), streamId);
    }

    /** The same with another longest datagram, if it has any. */
    AeronStream withMtu(int mtuBytes) {
        return uri.startsWith(UDP) ? new AeronStream(uri + "|mtu=" + mtuBytes, streamId) : this;
    }

    private static String endpoint(InetSocketAddress address) {
        if (address.isUnresolved() || address.getPort() == 0) {
            throw new IllegalArgumentException(
                    "%s, want a resolved address with a port".formatted(address));
        }
        return host(checked(address.getAddress())) + ":" + address.getPort();
    }

    private static InetAddress checked(InetAddress address) {
        if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new IllegalArgumentException(
                    "%s, want the address of one interface".formatted(address));
        }
        return address;
    }

    private static String host(InetAddress address) {
        String text = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }

    @Override
    public String toString() {
        return uri + " stream " + streamId;
    }
}
