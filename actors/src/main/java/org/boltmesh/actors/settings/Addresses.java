package org.boltmesh.actors.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Stream;

/** What a host means on this machine. Replaced in tests, which know no names. */
interface Addresses {
    /** Whether all addresses of the host are loopback ones; empty when it has none. */
    Optional<Boolean> isLoopback(String host);

    /** This machine's name without its domain, for a node that is given none. */
    String hostName();

    /** Asks the system. */
    static Addresses ofSystem() {
        return new Addresses() {
            @Override
            public Optional<Boolean> isLoopback(String host) {
                try {
                    return Optional.of(
                            Stream.of(InetAddress.getAllByName(host))
                                    .allMatch(InetAddress::isLoopbackAddress));
                } catch (UnknownHostException _) {
                    return Optional.empty();
                }
            }

            @Override
            public String hostName() {
                try {
                    return InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
                } catch (UnknownHostException _) {
                    return "node";
                }
            }
        };
    }
}
