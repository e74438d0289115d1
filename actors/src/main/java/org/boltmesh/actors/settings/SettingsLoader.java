package org.boltmesh.actors.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a node's HOCON file over the defaults of {@code reference.conf}. */
public final class SettingsLoader {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsLoader.class);
    private static final String ROOT = "boltmesh";
    private static final String USER_HOME = "user.home";

    private final Addresses addresses;

    SettingsLoader(Addresses addresses) {
        this.addresses = addresses;
    }

    /**
     * The settings in a file.
     *
     * @throws SettingsException when it cannot be read or used
     */
    public static NodeSettings load(Path file) {
        return new SettingsLoader(Addresses.ofSystem()).read(parse(file));
    }

    /** The settings of a node without a file: alone, on loopback. */
    public static NodeSettings defaults() {
        return new SettingsLoader(Addresses.ofSystem()).read(ConfigFactory.empty());
    }

    static Config parse(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SettingsException(
                    "no configuration file %s; name one with --config, or none for the defaults"
                            .formatted(file));
        }
        try {
            return ConfigFactory.parseFile(
                    file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
        } catch (ConfigException e) {
            throw unusable(file.toString(), e);
        }
    }

    NodeSettings read(Config config) {
        KnownKeys.check("", config.root(), Set.of(ROOT));
        Config reference = reference();
        Config merged = resolved(config.withFallback(reference));
        if (!(merged.root().get(ROOT) instanceof ConfigObject ours)) {
            throw new SettingsReader(merged, "").wrong(ROOT, "an object { ... }");
        }
        KnownKeys.check(ROOT + ".", ours, resolved(reference).getConfig(ROOT).root());
        NodeSettings settings = new NodeSettingsReader(addresses, ours.toConfig()).read();
        SecretFile.complaints(ours.toConfig()).forEach(LOG::warn);
        return settings;
    }

    /** Of all modules, so that each documents and defaults its own keys. */
    private static Config reference() {
        return ConfigFactory.parseResources(
                        SettingsLoader.class.getClassLoader(),
                        "reference.conf",
                        ConfigParseOptions.defaults().setAllowMissing(false))
                .withOnlyPath(ROOT);
    }

    /** Of Java's properties a configuration sees one: it is no second way to set a key. */
    private static Config resolved(Config config) {
        Map<String, String> properties = Map.of(USER_HOME, System.getProperty(USER_HOME));
        try {
            return config.withFallback(ConfigFactory.parseMap(properties)).resolve();
        } catch (ConfigException e) {
            throw unusable("the configuration", e);
        }
    }

    private static SettingsException unusable(String subject, ConfigException fault) {
        return new SettingsException(
                "cannot use %s: %s".formatted(subject, fault.getMessage()), fault);
    }
}
