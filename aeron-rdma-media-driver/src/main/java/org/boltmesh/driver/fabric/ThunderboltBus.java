package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Thunderbolt bus: one port of a Mac.
 *
 * @param model such as {@code Mac Studio}
 * @param domain its id; empty where the system gave none
 * @param receptacle the port's number on the case
 * @param speed in words, such as {@code Up to 80 Gb/s}; may be empty
 * @param peers other computers on it, hubs or not
 * @param others names of what else is on it: displays, hubs, disks
 */
public record ThunderboltBus(
        String model,
        Optional<String> domain,
        OptionalInt receptacle,
        String speed,
        List<ThunderboltPeer> peers,
        List<String> others) {
    private static final Pattern GIGABITS = Pattern.compile("(\\d{1,6})(?:\\.\\d+)? *Gb/s");
    private static final int THUNDERBOLT_5_GIGABITS = 80;

    public ThunderboltBus {
        peers = List.copyOf(peers);
        others = List.copyOf(others);
    }

    /** Whether its speed is that of Thunderbolt 5; empty if it is not told. */
    public Optional<Boolean> isThunderbolt5() {
        Matcher gigabits = GIGABITS.matcher(speed);
        return gigabits.find()
                ? Optional.of(Integer.parseInt(gigabits.group(1)) >= THUNDERBOLT_5_GIGABITS)
                : Optional.empty();
    }
}
