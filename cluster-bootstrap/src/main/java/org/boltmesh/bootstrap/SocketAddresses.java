package org.boltmesh.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Addresses as people write them in options. */
final class SocketAddresses {
    private static final int PORT_MAX = 65_535;

    private SocketAddresses() {}

    /**
     * Reads {@code [ADDRESS:]PORT}; without an address it is every one of this machine.
     *
     * @throws ParameterException with option, value and what was wanted
     */
    static InetSocketAddress parse(CommandLine command, String option, String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > PORT_MAX) {
            throw new ParameterException(
                    command, "%s %s, want ADDRESS:PORT, port 0 to 65535".formatted(option, text));
        }
        if (colon < 0) {
            return new InetSocketAddress(Integer.parseInt(port));
        }
        try {
            InetAddress[] addresses = InetAddress.getAllByName(text.substring(0, colon));
            return new InetSocketAddress(addresses[0], Integer.parseInt(port));
        } catch (UnknownHostException e) {
            throw new ParameterException(
                    command,
                    "%s %s, want an address that is known here".formatted(option, text),
                    e);
        }
    }

    /** Where a server listens, as {@code ADDRESS:PORT}. */
    static String text(ServerSocketChannel server) throws IOException {
        InetSocketAddress local = (InetSocketAddress) server.getLocalAddress();
        return local.getAddress().getHostAddress() + ":" + local.getPort();
    }
}
