package org.boltmesh.actors.node;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.NetworkSettings;
import org.boltmesh.actors.settings.NodeSettings;

/**
 * Pekko's configuration as it follows from a node's settings. Nothing of a user's file gets into it
 * but what is read here.
 */
final class PekkoConfig {
    /** All nodes of a cluster have the same. */
    static final String SYSTEM_NAME = "boltmesh";

    private static final String ARTERY = "pekko.remote.artery.";
    private static final String CLUSTER = "pekko.cluster.";

    private PekkoConfig() {}

    static Config of(NodeSettings settings, UUID nodeId) {
        Map<String, Object> values = new HashMap<>();
        addNetwork(values, settings.network());
        values.put(CLUSTER + "roles", NodeRoles.of(nodeId, settings.name()));
        values.put(CLUSTER + "seed-nodes", seeds(settings.network()));
        addTimeouts(values, settings);
        return ConfigFactory.parseMap(values, "settings of node " + settings.name())
                .withFallback(fixed())
                .withFallback(ConfigFactory.defaultReference(PekkoConfig.class.getClassLoader()))
                .resolve();
    }

    private static Config fixed() {
        return ConfigFactory.parseResources(
                PekkoConfig.class,
                "pekko.conf",
                ConfigParseOptions.defaults().setAllowMissing(false));
    }

    private static void addNetwork(Map<String, Object> values, NetworkSettings network) {
        values.put(ARTERY + "transport", network.secret().isPresent() ? "tls-tcp" : "tcp");
        values.put(ARTERY + "canonical.hostname", network.advertised().uriHost());
        values.put(ARTERY + "canonical.port", network.advertised().port());
        values.put(ARTERY + "bind.hostname", network.bind().host());
        values.put(ARTERY + "bind.port", network.bind().port());
    }

    private static void addTimeouts(Map<String, Object> values, NodeSettings settings) {
        var timeouts = settings.timeouts();
        values.put(CLUSTER + "seed-node-timeout", millis(timeouts.foundCluster()));
        values.put(
                CLUSTER + "failure-detector.acceptable-heartbeat-pause",
                millis(timeouts.unreachable()));
        values.put(CLUSTER + "split-brain-resolver.stable-after", millis(timeouts.down()));
        for (String phase : List.of("cluster-leave", "cluster-exiting", "actor-system-terminate")) {
            values.put(
                    "pekko.coordinated-shutdown.phases." + phase + ".timeout",
                    millis(timeouts.leave()));
        }
    }

    /** The node itself, if it is given no seeds: it founds a cluster of one. */
    private static List<String> seeds(NetworkSettings network) {
        return network.seedNodes().stream().map(PekkoConfig::address).toList();
    }

    /** Pekko compares these as texts. */
    static String address(HostPort place) {
        return "pekko://%s@%s".formatted(SYSTEM_NAME, place);
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + "ms";
    }
}
