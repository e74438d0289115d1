package org.boltmesh.bootstrap.gateway;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that the API's description allows, with something changed. Its frame is whole, unless
 * bytes of it were changed too.
 *
 * @param body one character for each byte
 */
record MutatedRequest(String method, String path, List<String> headers, String body) {
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE");
    private static final List<String> HEADERS =
            List.of(
                    "Accept: */*",
                    "Accept: text/event-stream, application/json;q=0.5",
                    "Accept-Encoding: gzip, br",
                    "Authorization: Basic Og==",
                    "Authorization: Bearer",
                    "Content-Encoding: gzip",
                    "Content-Type: text/plain",
                    "Content-Type: application/json; charset=utf-16",
                    "Content-Type: ;;;",
                    "Cookie: a=b; c",
                    "Expect: 100-continue",
                    "If-Modified-Since: yesterday",
                    "Origin: http://evil.example",
                    "Origin: null",
                    "Range: bytes=0-1",
                    "Upgrade: websocket",
                    "Upgrade: h2c",
                    "X-Forwarded-For: \u00e9\u00ff",
                    "X-Long: " + "z".repeat(3000));

    /** One of the description's operations, with a body that fits. */
    static MutatedRequest valid(RandomGenerator random) {
        JsonNode paths = SchemaSamples.api().get("paths");
        List<String> names = new ArrayList<>(paths.propertyNames());
        // Calls have more to go wrong.
        String path =
                random.nextInt(4) > 0
                        ? "/v1/" + (random.nextBoolean() ? "chat/" : "") + "completions"
                        : names.get(random.nextInt(names.size()));
        String method = paths.get(path).propertyNames().iterator().next();
        JsonNode schema =
                paths.get(path).at("/" + method + "/requestBody/content/application~1json/schema");
        String body =
                schema.isMissingNode() ? "" : new SchemaSamples(random).fitting(schema).toString();
        return new MutatedRequest(
                method.toUpperCase(Locale.ROOT),
                path.replace("{model}", random.nextBoolean() ? "tales" : "%2e%2e"),
                body.isEmpty() ? List.of() : List.of("Content-Type: application/json"),
                raw(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** With something changed. */
    MutatedRequest mutated(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0 -> new MutatedRequest(any(METHODS, random), path, headers, body);
            case 1 -> new MutatedRequest(method, otherPath(random), headers, body);
            case 2, 3 -> withHeader(random);
            case 4 ->
                    new MutatedRequest(method, path, headers, raw(changed(bytesOf(body), random)));
            default -> withOtherJson(random);
        };
    }

    private static String any(List<String> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    private String otherPath(RandomGenerator random) {
        return any(
                List.of(
                        path + "/",
                        path + "?stream=true&x=%20",
                        path.toUpperCase(Locale.ROOT),
                        "/" + path,
                        "/v1/../v1/models",
                        "/%2e%2e/etc/passwd",
                        "http://localhost" + path,
                        "*",
                        "/" + "p".repeat(random.nextInt(1500))),
                random);
    }

    private MutatedRequest withHeader(RandomGenerator random) {
        List<String> more = new ArrayList<>(headers);
        String header = any(HEADERS, random);
        more.removeIf(old -> old.split(":", 2)[0].equals(header.split(":", 2)[0]));
        more.add(header);
        return new MutatedRequest(method, path, more, body);
    }

    private MutatedRequest withOtherJson(RandomGenerator random) {
        String text = new String(bytesOf(body), StandardCharsets.UTF_8);
        String other =
                text.isEmpty()
                        ? new SchemaSamples(random).odd()
                        : new SchemaSamples(random).mutated(JsonMapper.shared().readTree(text));
        return new MutatedRequest(
                method, path, headers, raw(other.getBytes(StandardCharsets.UTF_8)));
    }

    /** Some bytes other, more or fewer. */
    static byte[] changed(byte[] bytes, RandomGenerator random) {
        byte[] changed = Arrays.copyOf(bytes, Math.max(1, bytes.length - random.nextInt(3)));
        for (int i = random.nextInt(4); i >= 0; i--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        return changed;
    }

    /** What comes after a response to HEAD cannot be told from its body. */
    MutatedRequest notHead() {
        return hasBodyInResponse() ? this : new MutatedRequest("GET", path, headers, body);
    }

    boolean hasBodyInResponse() {
        return !method.equals("HEAD");
    }

    /** As it goes on the wire. */
    byte[] bytes() {
        var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        if (!body.isEmpty()) {
            head.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return bytesOf(head.append("\r\n").append(body).toString());
    }

    private static byte[] bytesOf(String raw) {
        return raw.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String raw(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        String all = new String(bytes(), StandardCharsets.UTF_8);
        return all.length() <= 1000 ? all : all.substring(0, 1000) + "…";
    }
}
