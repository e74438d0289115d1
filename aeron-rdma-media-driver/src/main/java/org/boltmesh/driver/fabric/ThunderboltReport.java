package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code system_profiler SPThunderboltDataType -json}. Unknown fields are left alone. */
final class ThunderboltReport {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern RECEPTACLE = Pattern.compile("receptacle_\\d+_tag");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,3}");
    private static final Pattern DOMAIN =
            Pattern.compile("[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}");
    private static final int TEXT_LENGTH = 100;
    private static final String CONNECTED = "receptacle_connected";

    private ThunderboltReport() {}

    /**
     * The buses, in the order of the text.
     *
     * @throws FabricException if it is no such report
     */
    static List<ThunderboltBus> parse(String text) {
        JsonNode buses = read(text).path("SPThunderboltDataType");
        if (!buses.isArray()) {
            throw new FabricException(
                    Tool.SYSTEM_PROFILER.commandLine() + " printed no SPThunderboltDataType");
        }
        return buses.valueStream().filter(JsonNode::isObject).map(ThunderboltReport::bus).toList();
    }

    /** Warnings of the system may stand before the object. */
    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text.substring(Math.max(0, text.indexOf('{'))));
        } catch (JacksonException e) {
            throw new FabricException(
                    "%s printed no JSON, or was cut: %s"
                            .formatted(Tool.SYSTEM_PROFILER.commandLine(), e.getOriginalMessage()));
        }
    }

    private static ThunderboltBus bus(JsonNode bus) {
        JsonNode receptacle = receptacle(bus);
        List<ThunderboltPeer> peers = new ArrayList<>();
        List<String> others = new ArrayList<>();
        collect(bus, peers, others);
        return new ThunderboltBus(
                string(bus, "device_name_key"),
                domain(bus),
                number(string(receptacle, "receptacle_id_key")),
                string(receptacle, "current_speed_key"),
                peers,
                others);
    }

    /** The connected one, if there are several. */
    private static JsonNode receptacle(JsonNode bus) {
        List<JsonNode> all =
                bus.propertyStream()
                        .filter(field -> RECEPTACLE.matcher(field.getKey()).matches())
                        .map(field -> field.getValue())
                        .toList();
        return all.stream()
                .filter(tag -> string(tag, "receptacle_status_key").equals(CONNECTED))
                .findFirst()
                .or(() -> all.stream().findFirst())
                .orElse(bus.path("none"));
    }

    /** A computer has a domain id; behind a hub it stands one level deeper. */
    private static void collect(JsonNode parent, List<ThunderboltPeer> peers, List<String> others) {
        for (JsonNode item : parent.path("_items")) {
            String name = string(item, "_name");
            domain(item)
                    .ifPresentOrElse(
                            domain -> peers.add(new ThunderboltPeer(name, domain)),
                            () -> others.add(name));
            collect(item, peers, others);
        }
    }

    private static Optional<String> domain(JsonNode node) {
        String domain = string(node, "domain_uuid_key").toUpperCase(Locale.ROOT);
        return DOMAIN.matcher(domain).matches() ? Optional.of(domain) : Optional.empty();
    }

    private static String string(JsonNode node, String field) {
        JsonNode value = node.path(field);
        String text = value.isString() || value.isNumber() ? value.asString() : "";
        return text.substring(0, Math.min(TEXT_LENGTH, text.length()));
    }

    private static OptionalInt number(String text) {
        return NUMBER.matcher(text).matches()
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }
}
