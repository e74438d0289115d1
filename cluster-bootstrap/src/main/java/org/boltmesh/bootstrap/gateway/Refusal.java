package org.boltmesh.bootstrap.gateway;

import java.util.Map;
import java.util.Optional;
import org.boltmesh.bootstrap.metrics.Outcome;
import org.boltmesh.shards.engine.FailureCode;

/**
 * Why a request has no answer, or no more of it, as OpenAI's clients understand it.
 *
 * @param status of HTTP
 * @param type one of OpenAI's words for kinds of errors
 * @param message a sentence for people
 * @param param the field that is wrong
 * @param code for programs
 * @param headers further ones of the response
 */
record Refusal(
        int status,
        String type,
        String message,
        Optional<String> param,
        Optional<String> code,
        Map<String, String> headers) {
    static final int OK = 200;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int TIMEOUT = 408;
    static final int TOO_LARGE = 413;
    static final int NOT_JSON = 415;
    static final int TOO_MANY = 429;
    static final int INTERNAL = 500;
    static final int UNAVAILABLE = 503;

    private static final String INVALID = "invalid_request_error";
    private static final String SERVER = "server_error";

    /** In seconds: an answer is often over by then, and a small model loaded. */
    private static final Map<String, String> RETRY = Map.of("Retry-After", "2");

    Refusal {
        headers = Map.copyOf(headers);
    }

    /** A field that cannot be served. */
    static Refusal field(String param, String message) {
        return new Refusal(
                BAD_REQUEST, INVALID, message, Optional.of(param), Optional.empty(), Map.of());
    }

    /** A request that is wrong as a whole. */
    static Refusal request(int status, String code, String message) {
        return new Refusal(status, INVALID, message, Optional.empty(), Optional.of(code), Map.of());
    }

    static Refusal unknownModel(String model) {
        return new Refusal(
                NOT_FOUND,
                INVALID,
                "no model \"%s\"; GET /v1/models lists those that there are".formatted(model),
                Optional.of("model"),
                Optional.of("model_not_found"),
                Map.of());
    }

    static Refusal unavailable(String code, String message) {
        return server(UNAVAILABLE, code, message, RETRY);
    }

    /** A defect of ours; the log says more. */
    static Refusal internal(String message) {
        return server(INTERNAL, "internal_error", message, Map.of());
    }

    private static Refusal server(
            int status, String code, String message, Map<String, String> headers) {
        return new Refusal(status, SERVER, message, Optional.empty(), Optional.of(code), headers);
    }

    /** What the cluster says instead of an answer. */
    static Refusal of(FailureCode failure, String reason) {
        return switch (failure) {
            case INVALID_REQUEST -> request(BAD_REQUEST, "invalid_request", reason);
            case QUEUE_FULL ->
                    new Refusal(
                            TOO_MANY,
                            "rate_limit_error",
                            reason,
                            Optional.empty(),
                            Optional.of("queue_full"),
                            RETRY);
            case NOT_LOADED, NOT_JOINED, PIPELINE, STOPPING, LOST, BUSY ->
                    unavailable("model_unavailable", reason);
            case PROTOCOL, ALREADY_LOADED, MODEL, LIBRARY, INTERNAL -> internal(reason);
        };
    }

    /** What it makes of a call. */
    Outcome outcome() {
        return switch (status) {
            case TOO_MANY -> Outcome.QUEUE_FULL;
            case UNAVAILABLE -> Outcome.UNAVAILABLE;
            case INTERNAL -> Outcome.FAILED;
            default -> Outcome.INVALID;
        };
    }

    Refusal withHeader(String name, String value) {
        return new Refusal(status, type, message, param, code, Map.of(name, value));
    }
}
