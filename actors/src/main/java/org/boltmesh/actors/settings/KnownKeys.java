package org.boltmesh.actors.settings;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses keys that nothing reads: most are slips, and a slip that is ignored looks like a fault.
 */
final class KnownKeys {
    private KnownKeys() {}

    /**
     * @param path of the object; empty at the root
     * @throws SettingsException for the first key of {@code object} that {@code known} lacks
     */
    static void check(String path, ConfigObject object, ConfigObject known) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String key = entry.getKey();
            check(path, key, entry.getValue(), known.keySet());
            if (known.get(key) instanceof ConfigObject knownInner) {
                check(path + key + ".", inner(path + key, entry.getValue()), knownInner);
            }
        }
    }

    private static ConfigObject inner(String path, ConfigValue value) {
        if (value instanceof ConfigObject inner) {
            return inner;
        }
        throw new SettingsException(
                "%s = %s, want an object { ... } (%s)"
                        .formatted(
                                path,
                                value.render(ConfigRenderOptions.concise()),
                                SettingsReader.place(value.origin())));
    }

    /** The same for an object whose keys are known by name. */
    static void check(String path, ConfigObject object, Set<String> known) {
        object.forEach((key, value) -> check(path, key, value, known));
    }

    private static void check(String path, String key, ConfigValue value, Set<String> known) {
        if (!known.contains(key)) {
            throw new SettingsException(
                    "unknown key %s%s, %s (%s)"
                            .formatted(
                                    path,
                                    key,
                                    wanted(key, known),
                                    SettingsReader.place(value.origin())));
        }
    }

    private static String wanted(String key, Set<String> known) {
        return known.stream()
                .filter(name -> distance(key, name) <= 2)
                .min(Comparator.comparingInt(name -> distance(key, name)))
                .map(name -> "did you mean " + name + "?")
                .orElse("want one of " + String.join(", ", new TreeSet<>(known)));
    }

    /** Levenshtein's. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int index = 0; index < left.length(); index++) {
            int diagonal = row[0];
            row[0] = index + 1;
            for (int column = 1; column < row.length; column++) {
                int substituted =
                        left.charAt(index) == right.charAt(column - 1) ? diagonal : diagonal + 1;
                diagonal = row[column];
                row[column] = Math.min(substituted, 1 + Math.min(row[column - 1], row[column]));
            }
        }
        return row[right.length()];
    }
}
