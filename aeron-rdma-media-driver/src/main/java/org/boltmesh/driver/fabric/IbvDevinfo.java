package org.boltmesh.driver.fabric;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.PortState;

/** Reads {@code ibv_devinfo}, with {@code -v} or without. Looks at the first port of a device. */
final class IbvDevinfo {
    private static final Pattern DEVICE = Pattern.compile("^hca_id:\\s*([\\w.-]+)\\s*$");
    private static final Pattern FIELD = Pattern.compile("^\\s+(\\w+):\\s*(\\S.*)?$");
    private static final Pattern GID =
            Pattern.compile("^\\s+GID\\[\\s*(\\d{1,6})]\\s*[:=]\\s*([0-9a-fA-F:.]+).*");
    private static final Pattern STATE = Pattern.compile("PORT_([A-Z_]+)\\b.*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private IbvDevinfo() {}

    /** The devices; empty if the text is something else. */
    static Optional<List<DeviceFacts>> parse(String text) {
        List<DeviceFacts> devices = new ArrayList<>();
        Optional<Draft> draft = Optional.empty();
        for (String line : text.lines().toList()) {
            Matcher device = DEVICE.matcher(line);
            if (device.matches()) {
                draft.map(Draft::facts).ifPresent(devices::add);
                draft = Optional.of(new Draft(device.group(1)));
            } else {
                draft.ifPresent(open -> open.read(line));
            }
        }
        draft.map(Draft::facts).ifPresent(devices::add);
        return devices.isEmpty() && !text.contains("No IB devices found")
                ? Optional.empty()
                : Optional.of(devices);
    }

    private static final class Draft {
        private final String name;
        private final Map<String, String> fields = new LinkedHashMap<>();
        private final List<GidEntry> gids = new ArrayList<>();
        private int ports;

        Draft(String name) {
            this.name = name;
        }

        void read(String line) {
            Matcher field = FIELD.matcher(line);
            Matcher gid = GID.matcher(line);
            if (gid.matches()) {
                readGid(Integer.parseInt(gid.group(1)), gid.group(2));
            } else if (field.matches()) {
                ports += field.group(1).equals("port") ? 1 : 0;
                fields.putIfAbsent(
                        field.group(1), Optional.ofNullable(field.group(2)).orElse("").strip());
            }
        }

        private void readGid(int index, String text) {
            if (ports <= 1) {
                gid(text).ifPresent(gid -> gids.add(new GidEntry(index, gid)));
            }
        }

        /** The long output tells of limits, and only that one of GIDs. */
        DeviceFacts facts() {
            Optional<DeviceAttributes> limits =
                    number("max_qp").flatMap(_ -> number("max_mr")).map(_ -> limits());
            return new DeviceFacts(
                    name,
                    state(fields.getOrDefault("state", "")),
                    limits.isPresent() || !gids.isEmpty() ? Optional.of(gids) : Optional.empty(),
                    limits,
                    DeviceFacts.Domain.UNTRIED);
        }

        private DeviceAttributes limits() {
            return new DeviceAttributes(
                    number("max_qp").orElse(0),
                    number("max_mr").orElse(0),
                    number("max_qp_wr").orElse(0),
                    number("max_cqe").orElse(0),
                    number("phys_port_cnt").orElse(0));
        }

        private Optional<Integer> number(String field) {
            return Optional.ofNullable(fields.get(field))
                    .filter(text -> NUMBER.matcher(text).matches())
                    .map(Integer::valueOf);
        }
    }

    /** By name, since the number stands behind it. */
    private static Optional<PortState> state(String text) {
        Matcher state = STATE.matcher(text);
        if (!state.matches()) {
            return Optional.empty();
        }
        for (PortState known : PortState.values()) {
            if (known.name().equals(state.group(1))) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    private static Optional<Gid> gid(String text) {
        try {
            InetAddress address = Inet6Address.ofLiteral(text);
            byte[] bytes = address.getAddress();
            return Optional.of(
                    bytes.length == Gid.LENGTH_BYTES
                            ? Gid.of(bytes)
                            : Gid.ofIpv4(ByteBuffer.wrap(bytes).getInt()));
        } catch (IllegalArgumentException _) {
            // A cut line or another notation: the entry counts as not told.
            return Optional.empty();
        }
    }
}
