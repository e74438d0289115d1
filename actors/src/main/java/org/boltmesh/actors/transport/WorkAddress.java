package org.boltmesh.actors.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.boltmesh.shards.pipeline.ChannelException;

/**
 * A channel between two nodes, in one text for both ends: {@code 10.0.0.1>10.0.0.2:40100/17} is
 * stream 17 from the first to the second. Hosts are names or literal addresses, those of IPv6 in
 * brackets.
 *
 * @param from the sender's host, on the interface that it may use
 * @param to the receiver's host, on the interface where it listens
 * @param port the receiver's UDP port, 1 to 65,535
 * @param streamId tells the channels of a port apart, 1 or more
 */
public record WorkAddress(String from, String to, int port, int streamId) {
    private static final String HOST = "(\\[[0-9a-fA-F:.%]+[\\w.%-]*]|[\\w.-]+)";
    private static final String NUMBER = "([0-9]{1,10})";
    private static final Pattern TEXT =
            Pattern.compile(HOST + ">" + HOST + ":" + NUMBER + "/" + NUMBER);
    private static final int PORT_MAX = 65_535;
    private static final String WANTED =
            "want the text FROM>TO:PORT/STREAM, for example 10.0.0.1>10.0.0.2:40100/17";

    /** Checks all of it; hosts of IPv6 are kept without brackets. */
    public WorkAddress {
        from = bare(from);
        to = bare(to);
        if (port < 1 || port > PORT_MAX || streamId < 1) {
            throw new ChannelException(
                    "port %d and stream %d of a channel to %s, want a port of 1 to %d and a stream of 1 or more"
                            .formatted(port, streamId, to, PORT_MAX));
        }
        if (!TEXT.matcher(text(from, to, port, streamId)).matches()) {
            throw new ChannelException(
                    "hosts '%s' and '%s' of a channel, want names or addresses"
                            .formatted(from, to));
        }
    }

    /**
     * Reads the text.
     *
     * @throws ChannelException for any other text
     */
    public static WorkAddress parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new ChannelException("address '%s', %s".formatted(text, WANTED));
        }
        return new WorkAddress(
                parts.group(1),
                parts.group(2),
                number(text, parts.group(3)),
                number(text, parts.group(4)));
    }

    private static int number(String text, String digits) {
        long value = Long.parseLong(digits);
        if (value > Integer.MAX_VALUE) {
            throw new ChannelException("address '%s', %s".formatted(text, WANTED));
        }
        return (int) value;
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    private static String text(String from, String to, int port, int streamId) {
        return "%s>%s:%d/%d".formatted(bracketed(from), bracketed(to), port, streamId);
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /**
     * The sender's end.
     *
     * @throws ChannelException for a host that cannot be found, or is none of one machine
     */
    AeronStream sending() {
        return AeronStream.to(new InetSocketAddress(resolve(to), port), resolve(from), streamId);
    }

    /**
     * The receiver's end.
     *
     * @throws ChannelException for a host that cannot be found, or is none of one machine
     */
    AeronStream receiving() {
        return AeronStream.at(new InetSocketAddress(resolve(to), port), streamId);
    }

    private InetAddress resolve(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
                throw new ChannelException(
                        "host %s of channel %s, want the address of one interface"
                                .formatted(host, this));
            }
            return address;
        } catch (UnknownHostException _) {
            throw new ChannelException(
                    "host %s of channel %s is unknown; use its address, or a name that this machine can find"
                            .formatted(host, this));
        }
    }

    @Override
    public String toString() {
        return text(from, to, port, streamId);
    }
}
