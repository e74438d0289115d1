package org.boltmesh.actors.settings;

/**
 * Where a node listens or is reached.
 *
 * @param host a name or an address; an IPv6 address without brackets
 * @param port 0..65535; 0 means any free one, and only where a node binds
 */
public record HostPort(String host, int port) {
    /** The largest port. */
    public static final int PORT_MAX = 65_535;

    public HostPort {
        if (host.isBlank() || port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "host \"%s\", port %d, want a name and 0..%d".formatted(host, port, PORT_MAX));
        }
    }

    /** As in {@code host:port}, IPv6 addresses in brackets. */
    @Override
    public String toString() {
        return uriHost() + ":" + port;
    }

    /** The host as URIs have it. */
    public String uriHost() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }
}
