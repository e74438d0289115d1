package org.boltmesh.driver.fabric;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code networksetup -listallhardwareports}. */
final class HardwarePorts {
    private static final Pattern THUNDERBOLT =
            Pattern.compile(
                    "(?m)^Hardware Port: Thunderbolt (\\d{1,3})\\h*\\R\\h*Device: ([\\w.-]+)\\h*$");

    private HardwarePorts() {}

    /** The interface of each Thunderbolt port, by its number. */
    static Map<Integer, String> parse(String text) {
        Map<Integer, String> interfaces = new TreeMap<>();
        Matcher port = THUNDERBOLT.matcher(text);
        while (port.find()) {
            interfaces.put(Integer.valueOf(port.group(1)), port.group(2));
        }
        return interfaces;
    }
}
