package org.boltmesh.bootstrap;

import com.typesafe.config.ConfigUtil;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The configuration of one of several nodes that live for a demo on this machine. Pure.
 *
 * @param number counted from 1
 * @param home of the user, which all share
 * @param dataFolder of this node alone
 * @param ports of all nodes
 * @param memoryLimitBytes what models may take on this node
 * @param engineThreads that compute in each engine; empty: the engine's choice
 * @param fabric folder of the simulated cables between the nodes; empty: none
 */
record DemoNodeConfig(
        int number,
        Path home,
        Path dataFolder,
        List<Integer> ports,
        long memoryLimitBytes,
        OptionalInt engineThreads,
        Optional<Path> fabric) {
    private static final long LIMIT_MIN_BYTES = 1 << 20;

    DemoNodeConfig {
        ports = List.copyOf(ports);
    }

    /** What each of {@code nodes} may take, so that all together take no more than there is. */
    static long shareBytes(long availableBytes, long reserveBytes, int nodes) {
        return Math.max(LIMIT_MIN_BYTES, (availableBytes - reserveBytes) / nodes);
    }

    String name() {
        return name(number);
    }

    static String name(int number) {
        return "node-" + number;
    }

    /**
     * As a node reads it. The first seed need not wait for others: they have not run before. A busy
     * machine must not make nodes unreachable for each other, for one that dies is seen by the
     * demo.
     */
    String text() {
        return """
                boltmesh {
                  node-name = %s
                  home = %s
                  data-folder = %s
                  bind { host = "127.0.0.1", port = %d }
                  seed-nodes = [%s]
                  http.enabled = false
                  memory-limit = %d
                  engine-threads = %d
                  rdma { %s }
                  timeouts { found-cluster = 1s, unreachable = 30s, leave = 3s }
                }
                """
                .formatted(
                        name(),
                        ConfigUtil.quoteString(home.toString()),
                        ConfigUtil.quoteString(dataFolder.toString()),
                        ports.get(number - 1),
                        ports.stream()
                                .map(port -> "\"127.0.0.1:" + port + "\"")
                                .collect(Collectors.joining(", ")),
                        memoryLimitBytes,
                        engineThreads.orElse(0),
                        fabric.map(DemoNodeConfig::simulated).orElse("provider = off"));
    }

    /** Nodes that share the processors are silent for long; a second is still a link's. */
    private static String simulated(Path folder) {
        return "provider = simulated, fabric = %s, suspect-after = 1s, ready-wait = 20s"
                .formatted(ConfigUtil.quoteString(folder.toString()));
    }
}
