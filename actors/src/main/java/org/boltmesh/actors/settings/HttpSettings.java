package org.boltmesh.actors.settings;

import java.util.List;

/**
 * How a node serves clients over HTTP.
 *
 * @param enabled whether it does
 * @param bind where it listens; off loopback only with keys, unless anybody may use it
 * @param apiKeys of which requests need one; empty where none is needed
 */
public record HttpSettings(boolean enabled, HostPort bind, List<ApiKey> apiKeys) {
    public HttpSettings {
        apiKeys = List.copyOf(apiKeys);
    }
}
