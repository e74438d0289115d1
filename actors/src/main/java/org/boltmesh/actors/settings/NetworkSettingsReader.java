package org.boltmesh.actors.settings;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how a node meets the others, and refuses what would leave it open or out of reach. */
final class NetworkSettingsReader {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,253}");
    private static final String HOST_WANTED = "the name or address of a network interface";
    private static final Pattern SEED =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.%a-z]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");
    private static final String SEED_WANTED = "a list of host:port, ports 1..65535, none twice";
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");
    private static final String BIND_HOST = "bind.host";
    private static final String ADVERTISED_HOST = "advertised.host";
    private static final String WORK_HOST = "work.host";
    private static final String SECRET = "cluster-secret";
    private static final String SECRET_CURE =
            "; without cluster-secret a node stays on loopback: set the same secret on all nodes";

    private final Addresses addresses;
    private final SettingsReader reader;

    NetworkSettingsReader(Addresses addresses, SettingsReader reader) {
        this.addresses = addresses;
        this.reader = reader;
    }

    NetworkSettings read() {
        HostPort bind =
                new HostPort(
                        reader.text(BIND_HOST, HOST, HOST_WANTED),
                        reader.integer("bind.port", 0, HostPort.PORT_MAX));
        var network =
                new NetworkSettings(bind, advertised(bind), work(bind), seedNodes(), secret());
        if (network.secret().isEmpty()) {
            checkStaysOnLoopback(network);
        }
        checkCanBeReached(network);
        return network;
    }

    private HostPort advertised(HostPort bind) {
        String host = reader.string(ADVERTISED_HOST, HOST_WANTED);
        int port = reader.integer("advertised.port", 0, HostPort.PORT_MAX);
        if (host.isEmpty() && WILDCARDS.contains(bind.host())) {
            throw reader.wrong(
                    ADVERTISED_HOST,
                    "the address at which the others reach this node, for bind.host is "
                            + bind.host());
        }
        return new HostPort(
                host.isEmpty() ? bind.host() : reader.text(ADVERTISED_HOST, HOST, HOST_WANTED),
                port == 0 ? bind.port() : port);
    }

    private HostPort work(HostPort bind) {
        String host = reader.string(WORK_HOST, HOST_WANTED);
        int port = reader.integer("work.port", 0, HostPort.PORT_MAX);
        String place = host.isEmpty() ? bind.host() : reader.text(WORK_HOST, HOST, HOST_WANTED);
        if (WILDCARDS.contains(place)) {
            throw reader.wrong(
                    WORK_HOST,
                    "the address of one network interface of this machine, for Aeron's UDP is not"
                            + " authenticated"
                            + (host.isEmpty() ? " and bind.host is " + place : ""));
        }
        return new HostPort(place, port == 0 ? bind.port() : port);
    }

    private List<HostPort> seedNodes() {
        List<HostPort> seeds =
                reader.strings("seed-nodes", SEED_WANTED).stream().map(this::seed).toList();
        if (new HashSet<>(seeds).size() < seeds.size()) {
            throw reader.wrong("seed-nodes", SEED_WANTED);
        }
        return seeds;
    }

    private HostPort seed(String text) {
        Matcher matcher = SEED.matcher(text);
        if (matcher.matches()) {
            int port = Integer.parseInt(matcher.group(3));
            String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            if (port >= 1 && port <= HostPort.PORT_MAX && host != null) {
                return new HostPort(host, port);
            }
        }
        throw reader.wrong("seed-nodes", SEED_WANTED);
    }

    private Optional<ClusterSecret> secret() {
        String text = reader.string(SECRET, "text");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (text.length() < ClusterSecret.LENGTH_MIN || text.length() > ClusterSecret.LENGTH_MAX) {
            throw reader.wrongSecret(
                    SECRET,
                    "%d characters long, want %d..%d; openssl rand -hex 32 makes a good one"
                            .formatted(
                                    text.length(),
                                    ClusterSecret.LENGTH_MIN,
                                    ClusterSecret.LENGTH_MAX));
        }
        return Optional.of(new ClusterSecret(text));
    }

    private void checkStaysOnLoopback(NetworkSettings network) {
        if (!isLoopback(network.bind())) {
            throw reader.wrong(BIND_HOST, "a loopback address such as 127.0.0.1" + SECRET_CURE);
        }
        if (!isLoopback(network.advertised())) {
            throw reader.wrong(ADVERTISED_HOST, "a loopback address" + SECRET_CURE);
        }
        if (!isLoopback(network.work())) {
            throw reader.wrong(WORK_HOST, "a loopback address" + SECRET_CURE);
        }
        if (!network.seedNodes().stream().allMatch(this::isLoopback)) {
            throw reader.wrong("seed-nodes", "loopback addresses" + SECRET_CURE);
        }
    }

    private void checkCanBeReached(NetworkSettings network) {
        if (addresses.isLoopback(network.bind().host()).isEmpty()) {
            throw reader.wrong(BIND_HOST, HOST_WANTED + " of this machine; it has no address");
        }
        if (addresses.isLoopback(network.work().host()).isEmpty()) {
            throw reader.wrong(WORK_HOST, HOST_WANTED + " of this machine; it has no address");
        }
        boolean others =
                network.seedNodes().stream()
                        .map(seed -> addresses.isLoopback(seed.host()))
                        .anyMatch(loopback -> loopback.isPresent() && !loopback.get());
        if (others) {
            checkNotLoopback(network.bind(), network.advertised(), ADVERTISED_HOST);
            checkNotLoopback(network.bind(), network.work(), WORK_HOST);
        }
    }

    private void checkNotLoopback(HostPort bind, HostPort place, String key) {
        if (isLoopback(place)) {
            throw reader.wrong(
                    place.host().equals(bind.host()) ? BIND_HOST : key,
                    "an address that the other seed-nodes can reach, not a loopback one");
        }
    }

    private boolean isLoopback(HostPort place) {
        return addresses.isLoopback(place.host()).orElse(false);
    }
}
