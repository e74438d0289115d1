package org.boltmesh.bootstrap.gateway;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.boltmesh.actors.settings.ApiKey;

/** Judges requests by all but their bodies. Pure. */
final class Gatekeeper {
    private static final String BEARER = "bearer ";

    private final HostNames names;
    private final List<ApiKey> keys;

    /**
     * A gatekeeper.
     *
     * @param keys one of which a request needs; empty where none is needed
     */
    Gatekeeper(HostNames names, List<ApiKey> keys) {
        this.names = names;
        this.keys = List.copyOf(keys);
    }

    /**
     * What the request asks for.
     *
     * @throws RefusalException when it may not
     */
    Route admit(HttpRequest request) {
        checkHost(request);
        String path = request.getUri().path();
        Optional<Route> route = Route.of(path);
        if (!route.map(Route::isOpen).orElse(false)) {
            checkKey(request);
        }
        Route known =
                route.orElseThrow(
                        () -> refused(Refusal.NOT_FOUND, "unknown_route", "there is no " + path));
        checkMethod(request, known);
        if (known.hasBody()) {
            checkJson(request);
        }
        return known;
    }

    private void checkHost(HttpRequest request) {
        String host = header(request, "Host").orElse("");
        if (!names.isOwn(host)) {
            throw refused(
                    Refusal.FORBIDDEN,
                    "foreign_host",
                    "\"%s\" is no name of this node; use its address, or add the name to http.host-names"
                            .formatted(host));
        }
        Optional<String> origin = header(request, "Origin");
        if (origin.isPresent() && !isOwnPage(origin.get(), host)) {
            throw refused(
                    Refusal.FORBIDDEN,
                    "foreign_origin",
                    "a web page of %s may not use this node".formatted(origin.get()));
        }
    }

    /** A proxy before the node may speak TLS. */
    private static boolean isOwnPage(String origin, String host) {
        return origin.equals("http://" + host) || origin.equals("https://" + host);
    }

    private void checkKey(HttpRequest request) {
        String given =
                header(request, "Authorization")
                        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
                        .map(value -> value.substring(BEARER.length()).strip())
                        .orElse("");
        boolean known = keys.isEmpty();
        for (ApiKey key : keys) {
            known |= key.matches(given);
        }
        if (!known) {
            throw new RefusalException(
                    Refusal.request(
                                    Refusal.UNAUTHORIZED,
                                    "invalid_api_key",
                                    "want a header \"Authorization: Bearer KEY\" with one of this node's api-keys")
                            .withHeader("WWW-Authenticate", "Bearer"));
        }
    }

    private static void checkMethod(HttpRequest request, Route route) {
        String method = request.method().value();
        if (!method.equals(route.method())) {
            throw new RefusalException(
                    Refusal.request(
                                    Refusal.METHOD_NOT_ALLOWED,
                                    "method_not_allowed",
                                    "%s is not possible here, want %s"
                                            .formatted(method, route.method()))
                            .withHeader("Allow", route.method()));
        }
    }

    /** A web page can send other types without asking first. */
    private static void checkJson(HttpRequest request) {
        var type = request.entity().getContentType().mediaType();
        if (!(type.mainType().equals("application") && type.subType().equals("json"))) {
            throw refused(
                    Refusal.NOT_JSON,
                    "not_json",
                    "the body is %s, want Content-Type: application/json"
                            .formatted(request.entity().getContentType()));
        }
    }

    private static Optional<String> header(HttpRequest request, String name) {
        return request.getHeader(name).map(HttpHeader::value);
    }

    private static RefusalException refused(int status, String code, String message) {
        return new RefusalException(Refusal.request(status, code, message));
    }
}
