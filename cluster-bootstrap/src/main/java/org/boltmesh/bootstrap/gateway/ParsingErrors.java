package org.boltmesh.bootstrap.gateway;

import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.http.ParsingErrorHandler;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.scaladsl.model.ErrorInfo;
import org.apache.pekko.http.scaladsl.model.StatusCode;
import org.apache.pekko.http.scaladsl.settings.ServerSettings;

/**
 * Answers what is so wrong that Pekko HTTP makes no request of it. Pekko HTTP makes one for each
 * connection, by its name in the server's settings.
 */
public final class ParsingErrors extends ParsingErrorHandler {
    /** Pekko HTTP has words of its own for methods and versions that it does not know. */
    private static final int SERVER_ERRORS = 500;

    @Override
    public HttpResponse handle(
            StatusCode status, ErrorInfo error, LoggingAdapter log, ServerSettings settings) {
        log.debug("bad HTTP: {}", error.summary());
        int code = status.intValue() < SERVER_ERRORS ? status.intValue() : Refusal.BAD_REQUEST;
        return Responses.last(Refusal.request(code, "bad_http", error.summary()));
    }
}
