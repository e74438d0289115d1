package org.boltmesh.bootstrap.gateway;

import java.util.Arrays;
import java.util.Optional;

/** What can be asked. */
enum Route {
    LIVE("GET", "/health/live"),
    READY("GET", "/health/ready"),
    MODELS("GET", "/v1/models"),
    COMPLETIONS("POST", "/v1/completions"),
    CHAT("POST", "/v1/chat/completions");

    private final String method;
    private final String path;

    Route(String method, String path) {
        this.method = method;
        this.path = path;
    }

    String method() {
        return method;
    }

    /** Whether it needs no key. */
    boolean isOpen() {
        return this == LIVE || this == READY;
    }

    boolean hasBody() {
        return method.equals("POST");
    }

    static Optional<Route> of(String path) {
        return Arrays.stream(values()).filter(route -> route.path.equals(path)).findFirst();
    }
}
