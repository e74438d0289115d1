package org.boltmesh.driver.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.boltmesh.driver.verbs.Manners;

/** Reads the lines of a file {@code cables}. */
final class CablesParser {
    private static final int FIRST_ADDRESS = Ipv4.parse("127.77.0.1");
    private static final int PER_BLOCK = 100;
    private static final int CABLES_MAX = PER_BLOCK * 250;

    private final Map<CableEnd, Integer> lineOfEnd = new HashMap<>();
    private final Map<Integer, CableEnd> endOfAddress = new HashMap<>();
    private final List<Cable> cables = new ArrayList<>();
    private final List<CableEnd> bare = new ArrayList<>();
    private final Set<CableEnd> disabled = new HashSet<>();
    private Manners manners = Manners.THUNDERBOLT;
    private int line;

    Cables parse(String text) {
        for (String raw : text.split("\n", -1)) {
            line++;
            String content = raw.replaceFirst("#.*", "").strip();
            if (!content.isEmpty()) {
                parseLine(content.split("\\s+", -1));
            }
        }
        for (CableEnd end : disabled) {
            if (!lineOfEnd.containsKey(end)) {
                throw new SimulatedFabricException(
                        "'disabled %s', want a device that a cable line names".formatted(end));
            }
        }
        return new Cables(manners, cables, bare, disabled);
    }

    private void parseLine(String[] words) {
        try {
            switch (words[0]) {
                case "manners" -> manners = manners(only(words));
                case "cable" -> addCable(words);
                case "device" -> bare.add(claim(CableEnd.parse(only(words))));
                case "disabled" -> disabled.add(CableEnd.parse(only(words)));
                default ->
                        throw new IllegalArgumentException(
                                "'%s', want manners, cable, device or disabled"
                                        .formatted(words[0]));
            }
        } catch (IllegalArgumentException e) {
            throw new SimulatedFabricException("line %d: %s".formatted(line, e.getMessage()));
        }
    }

    private static String only(String[] words) {
        if (words.length != 2) {
            throw new IllegalArgumentException(
                    "%d words after '%s', want one".formatted(words.length - 1, words[0]));
        }
        return words[1];
    }

    private static Manners manners(String word) {
        return switch (word) {
            case "thunderbolt" -> Manners.THUNDERBOLT;
            case "ordinary" -> Manners.ORDINARY;
            default ->
                    throw new IllegalArgumentException(
                            "manners '%s', want thunderbolt or ordinary".formatted(word));
        };
    }

    private void addCable(String[] words) {
        if (words.length < 3) {
            throw new IllegalArgumentException(
                    "a cable with %d ends, want two, such as 'cable a:rdma_en3 b:rdma_en3'"
                            .formatted(words.length - 1));
        }
        CableEnd left = claim(CableEnd.parse(words[1]));
        CableEnd right = CableEnd.parse(words[2]);
        if (!left.equals(right)) {
            claim(right);
        }
        int[] addresses = defaultAddresses();
        long latencyNs = 0;
        long bandwidth = 0;
        for (int i = 3; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            String value = words[i].substring(equals + 1);
            switch (words[i].substring(0, Math.max(0, equals))) {
                case "latency" -> latencyNs = Quantity.timeNs(value);
                case "bandwidth" -> bandwidth = Quantity.bytesPerSecond(value);
                case "address" -> addresses = addresses(value);
                default ->
                        throw new IllegalArgumentException(
                                "'%s', want latency=, bandwidth= or address=".formatted(words[i]));
            }
        }
        claimAddress(addresses[0], left);
        claimAddress(addresses[1], right);
        cables.add(new Cable(left, right, addresses[0], addresses[1], latencyNs, bandwidth));
    }

    private CableEnd claim(CableEnd end) {
        Integer former = lineOfEnd.putIfAbsent(end, line);
        if (former != null) {
            throw new IllegalArgumentException(
                    "%s is in line %d already, want one cable per device".formatted(end, former));
        }
        return end;
    }

    private void claimAddress(int address, CableEnd end) {
        CableEnd former = endOfAddress.putIfAbsent(address, end);
        if (former != null) {
            throw new IllegalArgumentException(
                    "address %s of %s is also that of %s, want another"
                            .formatted(Ipv4.format(address), end, former));
        }
    }

    /** Loopback addresses: Linux lets anyone bind them. */
    private int[] defaultAddresses() {
        int index = cables.size();
        if (index >= CABLES_MAX) {
            throw new IllegalArgumentException("more cables than " + CABLES_MAX);
        }
        int left = FIRST_ADDRESS + index / PER_BLOCK * 256 + index % PER_BLOCK * 2;
        return new int[] {left, left + 1};
    }

    private static int[] addresses(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException(
                    "address '%s', want those of both ends, such as 10.0.0.1,10.0.0.2"
                            .formatted(text));
        }
        return new int[] {Ipv4.parse(parts[0]), Ipv4.parse(parts[1])};
    }
}
