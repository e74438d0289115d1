package org.boltmesh.bootstrap.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;

/**
 * The names by which clients may call this node. A web page can let a name of its own lead here,
 * and would then read what we answer; it cannot do so with an address.
 */
public final class HostNames {
    private static final Pattern HOST =
            Pattern.compile("(\\[[^\\]]+]|[^:\\[\\]]+)(?::[0-9]{1,5})?");
    private static final Set<String> LOCAL = Set.of("localhost");
    private static final String MDNS = ".local";

    private final Set<String> names;

    HostNames(Set<String> names) {
        Set<String> all = new HashSet<>(LOCAL);
        names.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
        this.names = Set.copyOf(all);
    }

    /** The names that a node is configured with, and that of its machine. */
    public static HostNames of(HttpSettings settings, HostPort advertised) {
        Set<String> names = new HashSet<>(settings.hostNames());
        names.add(settings.bind().host());
        names.add(advertised.host());
        machineName()
                .ifPresent(
                        name -> {
                            names.add(name);
                            names.add(name.replaceFirst("\\..*", ""));
                            names.add(name.replaceFirst("\\..*", "") + MDNS);
                        });
        return new HostNames(names);
    }

    private static Optional<String> machineName() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException _) {
            return Optional.empty(); // then the configured names have to do
        }
    }

    /** Whether the header {@code Host} means this node. */
    boolean isOwn(String host) {
        Matcher matcher = HOST.matcher(host);
        if (!matcher.matches()) {
            return false;
        }
        String name = String.valueOf(matcher.group(1)).toLowerCase(Locale.ROOT);
        return names.contains(name) || isAddress(name);
    }

    private static boolean isAddress(String name) {
        String address = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
        try {
            return InetAddress.ofLiteral(address).getAddress().length > 0;
        } catch (IllegalArgumentException _) {
            return false; // a name
        }
    }
}
