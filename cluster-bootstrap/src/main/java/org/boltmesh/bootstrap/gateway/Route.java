package org.boltmesh.bootstrap.gateway;

import java.util.Arrays;
import java.util.Optional;

/** What can be asked. */
enum Route {
    LIVE("GET", "/health/live"),
    READY("GET", "/health/ready"),
    METRICS("GET", "/metrics"),
    OPENAPI("GET", "/openapi.json"),
    MODELS("GET", "/v1/models"),
    MODEL("GET", "/v1/models/{model}"),
    COMPLETIONS("POST", "/v1/completions"),
    CHAT("POST", "/v1/chat/completions");

    private static final String PARAMETER = "{model}";

    private final String method;
    private final String path;

    Route(String method, String path) {
        this.method = method;
        this.path = path;
    }

    String method() {
        return method;
    }

    /** As the description of the API has it. */
    String path() {
        return path;
    }

    /** Whether it needs no key. */
    boolean isOpen() {
        return this == LIVE || this == READY;
    }

    boolean hasBody() {
        return method.equals("POST");
    }

    static Optional<Route> of(String path) {
        return Arrays.stream(values()).filter(route -> route.matches(path)).findFirst();
    }

    private boolean matches(String asked) {
        if (!path.endsWith(PARAMETER)) {
            return path.equals(asked);
        }
        return asked.startsWith(prefix()) && !parameter(asked).isEmpty();
    }

    private String prefix() {
        return path.substring(0, path.length() - PARAMETER.length());
    }

    /** What a path of this route has in its parameter's place. */
    String parameter(String asked) {
        return asked.substring(prefix().length());
    }
}
