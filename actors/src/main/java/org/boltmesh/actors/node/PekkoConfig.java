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

    /** Connections to a former self are given up in less, also on a busy machine. */
    private static final Duration FOUND_AGAIN = Duration.ofSeconds(30);

    private static final String ARTERY = "pekko.remote.artery.";
    private static final String CLUSTER = "pekko.cluster.";

    private PekkoConfig() {}

    /**
     * The configuration of a node.
     *
     * @param wasInCluster whether it was in a cluster and had not left it when it last ended
     */
    static Config of(NodeSettings settings, UUID nodeId, boolean wasInCluster) {
        Map<String, Object> values = new HashMap<>();
        addNetwork(values, settings.network());
        values.put(CLUSTER + "roles", NodeRoles.of(nodeId, settings.name()));
        values.put(CLUSTER + "seed-nodes", seeds(settings.network()));
        addTimeouts(values, settings);
        values.put(CLUSTER + "seed-node-timeout", millis(foundCluster(settings, wasInCluster)));
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

    /** To the others a killed first seed must not be a stranger with a cluster of its own. */
    private static Duration foundCluster(NodeSettings settings, boolean wasInCluster) {
        Duration usual = settings.timeouts().foundCluster();
        List<HostPort> seeds = settings.network().seedNodes();
        boolean isFirst =
                !seeds.isEmpty() && seeds.getFirst().equals(settings.network().advertised());
        return wasInCluster && isFirst && usual.compareTo(FOUND_AGAIN) < 0 ? FOUND_AGAIN : usual;
    }

    private static void addTimeouts(Map<String, Object> values, NodeSettings settings) {
        var timeouts = settings.timeouts();
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
