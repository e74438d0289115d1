package org.boltmesh.actors.settings;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.shards.engine.LoadOptions;

/** Builds {@link NodeSettings} from the object {@code boltmesh}. */
final class NodeSettingsReader {
    private static final String NO_LIMIT = "none";
    private static final long MEMORY_LIMIT_MIN_BYTES = 1 << 20;

    private final Addresses addresses;
    private final Config config;
    private final SettingsReader reader;

    NodeSettingsReader(Addresses addresses, Config config) {
        this.addresses = addresses;
        this.config = config;
        this.reader = new SettingsReader(config, "boltmesh.");
    }

    NodeSettings read() {
        return new NodeSettings(
                name(),
                reader.path("home"),
                reader.path("data-folder"),
                new NetworkSettingsReader(addresses, reader).read(),
                new RdmaSettingsReader(reader).read(),
                new HttpSettingsReader(addresses, reader).read(),
                memoryLimitBytes(),
                reader.bytes("memory-reserve", 0, "a size such as 1 GiB"),
                engineThreads(),
                reader.word("isolation", Isolation.values(), Isolation::word),
                ModelSettingsReader.read(reader),
                timeouts());
    }

    private String name() {
        String name = reader.string("node-name", Names.WANTED);
        if (!name.isEmpty()) {
            return reader.name("node-name");
        }
        String hostName = addresses.hostName();
        if (!Names.isName(hostName)) {
            throw reader.wrong(
                    "node-name",
                    "%s, for this machine's own name is \"%s\"".formatted(Names.WANTED, hostName));
        }
        return hostName;
    }

    private OptionalLong memoryLimitBytes() {
        String wanted = "\"none\" or a size of at least 1 MiB such as 24 GiB";
        if (reader.has("memory-limit")
                && NO_LIMIT.equals(config.getValue("memory-limit").unwrapped())) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(reader.bytes("memory-limit", MEMORY_LIMIT_MIN_BYTES, wanted));
    }

    private OptionalInt engineThreads() {
        int threads = reader.integer("engine-threads", 0, LoadOptions.THREADS_MAX);
        return threads == 0 ? OptionalInt.empty() : OptionalInt.of(threads);
    }

    private TimeoutSettings timeouts() {
        return new TimeoutSettings(
                duration("found-cluster", 1, 60),
                duration("unreachable", 1, 60),
                duration("down", 1, 300),
                duration("leave", 1, 60));
    }

    private Duration duration(String key, int minSeconds, int maxSeconds) {
        return reader.duration(
                "timeouts." + key, Duration.ofSeconds(minSeconds), Duration.ofSeconds(maxSeconds));
    }
}
