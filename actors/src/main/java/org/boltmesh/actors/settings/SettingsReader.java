package org.boltmesh.actors.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Typed values of one HOCON object; each failure names key, value, what was wanted, and place. */
final class SettingsReader {
    private final Config config;
    private final String prefix;

    /**
     * @param prefix what precedes this object's keys in messages; empty or ending in a dot
     */
    SettingsReader(Config config, String prefix) {
        this.config = config;
        this.prefix = prefix;
    }

    String text(String key, Pattern pattern, String wanted) {
        String value = string(key, wanted);
        if (!pattern.matcher(value).matches()) {
            throw wrong(key, wanted);
        }
        return value;
    }

    /** The name of a node or a model. */
    String name(String key) {
        String value = string(key, Names.WANTED);
        if (!Names.isName(value)) {
            throw wrong(key, Names.WANTED);
        }
        return value;
    }

    /** Absolute and normal. */
    Path path(String key) {
        String wanted = "the path of a file or folder";
        String text = string(key, wanted);
        try {
            if (!text.isBlank()) {
                return Path.of(text).toAbsolutePath().normalize();
            }
        } catch (InvalidPathException _) {
            throw wrong(key, wanted);
        }
        throw wrong(key, wanted);
    }

    /** The value that is spelled so. */
    <E extends Enum<E>> E word(String key, E[] values, Function<E, String> spelling) {
        String wanted = Stream.of(values).map(spelling).collect(Collectors.joining(" or "));
        String word = string(key, wanted);
        return Stream.of(values)
                .filter(value -> spelling.apply(value).equals(word))
                .findFirst()
                .orElseThrow(() -> wrong(key, wanted));
    }

    /** Any string, also an empty one. */
    String string(String key, String wanted) {
        ConfigValueType type = value(key).valueType();
        if (type == ConfigValueType.OBJECT || type == ConfigValueType.LIST) {
            throw wrong(key, wanted);
        }
        return config.getString(key);
    }

    int integer(String key, int min, int max) {
        String wanted = "a whole number %d..%d".formatted(min, max);
        long number = parsed(key, wanted, config::getLong);
        if (value(key).unwrapped() instanceof Double || number < min || number > max) {
            throw wrong(key, wanted);
        }
        return (int) number;
    }

    boolean flag(String key) {
        return parsed(key, "true or false", config::getBoolean);
    }

    long bytes(String key, long min, String wanted) {
        long size = parsed(key, wanted, config::getBytes);
        if (size < min) {
            throw wrong(key, wanted);
        }
        return size;
    }

    Duration duration(String key, Duration min, Duration max) {
        String wanted = "a duration %s..%s".formatted(words(min), words(max));
        if (value(key).valueType() != ConfigValueType.STRING) {
            throw wrong(key, wanted + " with its unit");
        }
        Duration duration = parsed(key, wanted, config::getDuration);
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw wrong(key, wanted);
        }
        return duration;
    }

    List<String> strings(String key, String wanted) {
        return parsed(key, wanted, config::getStringList);
    }

    /** The objects of a list, with keys such as {@code models[0].name}. */
    List<SettingsReader> objects(String key, String wanted) {
        List<? extends ConfigObject> objects = parsed(key, wanted, config::getObjectList);
        return IntStream.range(0, objects.size())
                .mapToObj(
                        index ->
                                new SettingsReader(
                                        objects.get(index).toConfig(),
                                        "%s%s[%d].".formatted(prefix, key, index)))
                .toList();
    }

    void checkKeys(Set<String> known) {
        KnownKeys.check(prefix, config.root(), known);
    }

    boolean has(String key) {
        return config.hasPath(key);
    }

    /** The failure of a value. */
    SettingsException wrong(String key, String wanted) {
        return new SettingsException(
                "%s%s = %s, want %s (%s)"
                        .formatted(prefix, key, shown(key), wanted, place(value(key).origin())));
    }

    /** The failure of a value that must not be shown. */
    SettingsException wrongSecret(String key, String problem) {
        return new SettingsException(
                "%s%s is %s (%s)".formatted(prefix, key, problem, place(value(key).origin())));
    }

    private String shown(String key) {
        return value(key).render(ConfigRenderOptions.concise());
    }

    private <T> T parsed(String key, String wanted, Function<String, T> getter) {
        value(key);
        try {
            return getter.apply(key);
        } catch (ConfigException _) {
            throw wrong(key, wanted);
        }
    }

    private ConfigValue value(String key) {
        if (!config.hasPath(key)) {
            throw new SettingsException(
                    "%s%s is missing (%s)".formatted(prefix, key, place(config.origin())));
        }
        return config.getValue(key);
    }

    /** File and line where HOCON knows them. */
    static String place(ConfigOrigin origin) {
        if (origin.lineNumber() < 0) {
            return origin.description();
        }
        String source =
                Objects.requireNonNullElse(
                        origin.filename(),
                        Objects.requireNonNullElse(origin.resource(), origin.description()));
        return source.endsWith(":" + origin.lineNumber())
                ? source
                : source + ":" + origin.lineNumber();
    }

    private static String words(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + "s"
                : duration.toMillis() + "ms";
    }
}
