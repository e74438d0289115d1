package org.boltmesh.actors.settings;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads how a node serves HTTP, and refuses what would leave it open to anybody by mistake. */
final class HttpSettingsReader {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,253}");
    private static final String HOST_WANTED = "the name or address of a network interface";
    private static final String HTTP_HOST = "http.host";
    private static final String HOST_NAMES = "http.host-names";
    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9._-]{1,253}");
    private static final String HOST_NAMES_WANTED = "a list of host names without ports";
    private static final String KEYS = "api-keys";

    private final Addresses addresses;
    private final SettingsReader reader;

    HttpSettingsReader(Addresses addresses, SettingsReader reader) {
        this.addresses = addresses;
        this.reader = reader;
    }

    HttpSettings read() {
        var bind =
                new HostPort(
                        reader.text(HTTP_HOST, HOST, HOST_WANTED),
                        reader.integer("http.port", 0, HostPort.PORT_MAX));
        boolean enabled = reader.flag("http.enabled");
        List<ApiKey> keys = keys();
        boolean loopbackOnly = keys.isEmpty() && !reader.flag("allow-anonymous");
        if (enabled) {
            check(bind.host(), loopbackOnly);
        }
        return new HttpSettings(enabled, bind, hostNames(), keys);
    }

    private List<String> hostNames() {
        List<String> names = reader.strings(HOST_NAMES, HOST_NAMES_WANTED);
        if (!names.stream().allMatch(name -> HOST_NAME.matcher(name).matches())) {
            throw reader.wrong(HOST_NAMES, HOST_NAMES_WANTED);
        }
        return names;
    }

    private void check(String host, boolean loopbackOnly) {
        Optional<Boolean> loopback = addresses.isLoopback(host);
        if (loopback.isEmpty()) {
            throw reader.wrong(HTTP_HOST, HOST_WANTED + " of this machine; it has no address");
        }
        if (loopbackOnly && !loopback.get()) {
            throw reader.wrong(
                    HTTP_HOST,
                    "a loopback address such as 127.0.0.1; for others set api-keys, or"
                            + " allow-anonymous = true to let anybody use this node");
        }
    }

    private List<ApiKey> keys() {
        List<String> texts = reader.strings(KEYS, "a list of texts");
        for (int index = 0; index < texts.size(); index++) {
            String text = texts.get(index);
            if (!ApiKey.isKey(text)) {
                throw reader.wrongSecret(
                        KEYS,
                        "wrong: key %d has %d characters, want %s; openssl rand -hex 32 makes a good one"
                                .formatted(index + 1, text.length(), ApiKey.WANTED));
            }
        }
        return texts.stream().map(ApiKey::new).toList();
    }
}
