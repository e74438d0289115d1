package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code ibv_devices}. */
final class IbvDevices {
    private static final Pattern HEAD = Pattern.compile("(?m)^\\h*device\\h+node GUID\\h*$");
    private static final Pattern ROW = Pattern.compile("^\\s*([\\w.-]+)\\s+[0-9a-fA-F]{16}\\s*$");

    private IbvDevices() {}

    /** The devices' names; empty if the text is something else. */
    static Optional<List<String>> parse(String text) {
        if (!HEAD.matcher(text).find()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !names.contains(row.group(1))) {
                names.add(row.group(1));
            }
        }
        return Optional.of(names);
    }
}
