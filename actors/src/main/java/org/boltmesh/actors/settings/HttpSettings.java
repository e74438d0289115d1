package org.boltmesh.actors.settings;

import java.util.List;

/**
 * How a node serves clients over HTTP.
 *
 * @param enabled whether it does
 * @param bind where it listens; off loopback only with keys, unless anybody may use it
 * @param hostNames further names by which clients may call the node
 * @param apiKeys of which requests need one; empty where none is needed
 */
public record HttpSettings(
        boolean enabled, HostPort bind, List<String> hostNames, List<ApiKey> apiKeys) {
    public HttpSettings {
        hostNames = List.copyOf(hostNames);
        apiKeys = List.copyOf(apiKeys);
    }

    /** With no further names. */
    public HttpSettings(boolean enabled, HostPort bind, List<ApiKey> apiKeys) {
        this(enabled, bind, List.of(), apiKeys);
    }
}
