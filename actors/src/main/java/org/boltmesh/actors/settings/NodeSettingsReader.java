package org.boltmesh.actors.settings;

import com.typesafe.config.Config;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds {@link NodeSettings} from the object {@code boltmesh}. */
final class NodeSettingsReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final String NAME_WANTED =
            "1..63 letters, digits, dots, hyphens and underscores, the first a letter or digit";
    private static final String NO_LIMIT = "none";
    private static final long MEMORY_LIMIT_MIN_BYTES = 1 << 20;
    private static final int CONTEXT_MAX_TOKENS = 1 << 24;
    private static final Set<String> MODEL_KEYS = Set.of("name", "file", "context", "nodes");

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
                path(reader, "data-folder"),
                new NetworkSettingsReader(addresses, reader).read(),
                memoryLimitBytes(),
                isolation(),
                models(),
                timeouts());
    }

    private String name() {
        String name = reader.string("node-name", NAME_WANTED);
        if (!name.isEmpty()) {
            return reader.text("node-name", NAME, NAME_WANTED);
        }
        String hostName = addresses.hostName();
        if (!NAME.matcher(hostName).matches()) {
            throw reader.wrong(
                    "node-name",
                    "%s, for this machine's own name is \"%s\"".formatted(NAME_WANTED, hostName));
        }
        return hostName;
    }

    private static Path path(SettingsReader reader, String key) {
        String wanted = "the path of a file or folder";
        String text = reader.string(key, wanted);
        try {
            if (!text.isBlank()) {
                return Path.of(text).toAbsolutePath().normalize();
            }
        } catch (InvalidPathException _) {
            throw reader.wrong(key, wanted);
        }
        throw reader.wrong(key, wanted);
    }

    private OptionalLong memoryLimitBytes() {
        String wanted = "\"none\" or a size of at least 1 MiB such as 24 GiB";
        if (reader.has("memory-limit")
                && NO_LIMIT.equals(config.getValue("memory-limit").unwrapped())) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(reader.bytes("memory-limit", MEMORY_LIMIT_MIN_BYTES, wanted));
    }

    private Isolation isolation() {
        String wanted = "process or in-process";
        String word = reader.string("isolation", wanted);
        return Stream.of(Isolation.values())
                .filter(isolation -> isolation.word().equals(word))
                .findFirst()
                .orElseThrow(() -> reader.wrong("isolation", wanted));
    }

    private List<ModelSettings> models() {
        Set<String> names = new HashSet<>();
        return reader.objects("models", "a list of { name, file, context, nodes }").stream()
                .map(model -> model(model, names))
                .toList();
    }

    private static ModelSettings model(SettingsReader model, Set<String> names) {
        model.checkKeys(MODEL_KEYS);
        String name = model.text("name", NAME, NAME_WANTED);
        if (!names.add(name)) {
            throw model.wrong("name", "a name that no other model has");
        }
        return new ModelSettings(
                name,
                path(model, "file"),
                model.has("context") ? model.integer("context", 0, CONTEXT_MAX_TOKENS) : 0,
                model.has("nodes") ? nodes(model) : List.of());
    }

    private static List<String> nodes(SettingsReader model) {
        String wanted = "a list of node names: " + NAME_WANTED;
        List<String> nodes = model.strings("nodes", wanted);
        if (!nodes.stream().allMatch(node -> NAME.matcher(node).matches())) {
            throw model.wrong("nodes", wanted);
        }
        return nodes;
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
