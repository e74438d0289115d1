package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code ifconfig}: that of macOS, and that of Linux. */
final class Ifconfig {
    private static final Pattern HEAD = Pattern.compile("^([\\w.-]+): flags=.*");
    private static final Pattern ADDRESS =
            Pattern.compile("^\\s+inet (\\S+)\\s+netmask (0x[0-9a-fA-F]{8}|[\\d.]+)(?:\\s.*)?");
    private static final Pattern STATUS = Pattern.compile("^\\s+status: (\\w+).*");
    private static final Pattern MEMBER = Pattern.compile("^\\s+member: ([\\w.-]+)(?:\\s.*)?");

    private Ifconfig() {}

    /** The interfaces; none for any other text. */
    static List<InterfaceFacts> parse(String text) {
        List<InterfaceFacts> interfaces = new ArrayList<>();
        Optional<Draft> draft = Optional.empty();
        for (String line : text.lines().toList()) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                draft.map(Draft::facts).ifPresent(interfaces::add);
                draft = Optional.of(new Draft(head.group(1)));
            } else {
                draft.ifPresent(open -> open.read(line));
            }
        }
        draft.map(Draft::facts).ifPresent(interfaces::add);
        return interfaces;
    }

    private static final class Draft {
        private final String name;
        private final List<Ipv4Prefix> addresses = new ArrayList<>();
        private final List<String> members = new ArrayList<>();
        private boolean active;

        Draft(String name) {
            this.name = name;
        }

        void read(String line) {
            Matcher address = ADDRESS.matcher(line);
            if (address.matches()) {
                Ipv4Prefix.address(address.group(1))
                        .ifPresent(ip -> add(ip, mask(address.group(2))));
            }
            Matcher member = MEMBER.matcher(line);
            if (member.matches()) {
                members.add(member.group(1));
            }
            Matcher status = STATUS.matcher(line);
            if (status.matches()) {
                active = status.group(1).equals("active");
            }
        }

        private void add(int ip, Optional<Integer> mask) {
            mask.ifPresent(bits -> addresses.add(new Ipv4Prefix(ip, Integer.bitCount(bits))));
        }

        private static Optional<Integer> mask(String text) {
            return text.startsWith("0x")
                    ? Optional.of(Integer.parseUnsignedInt(text.substring(2), 16))
                    : Ipv4Prefix.address(text);
        }

        InterfaceFacts facts() {
            return new InterfaceFacts(name, addresses, active, members);
        }
    }
}
