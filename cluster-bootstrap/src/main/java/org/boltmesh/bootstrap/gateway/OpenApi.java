package org.boltmesh.bootstrap.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The description of the API in the words of OpenAPI 3.1: all routes, and all fields we know. */
final class OpenApi {
    static final String TEXT = read();

    private OpenApi() {}

    private static String read() {
        try (InputStream in =
                Objects.requireNonNull(
                        OpenApi.class.getResourceAsStream("openapi.json"), "openapi.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("openapi.json cannot be read", e);
        }
    }
}
