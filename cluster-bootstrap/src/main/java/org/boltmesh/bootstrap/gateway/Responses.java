package org.boltmesh.bootstrap.gateway;

import org.apache.pekko.NotUsed;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.MediaTypes;
import org.apache.pekko.http.javadsl.model.headers.Connection;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import tools.jackson.databind.JsonNode;

/** Makes responses of what is written. */
final class Responses {
    private Responses() {}

    static HttpResponse json(int status, JsonNode body) {
        return HttpResponse.create()
                .withStatus(status)
                .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, body.toString()));
    }

    /**
     * Text of some kind.
     *
     * @param type as the header says it
     */
    static HttpResponse text(String type, String body) {
        return HttpResponse.create()
                .withEntity(
                        HttpEntities.create(ContentTypes.parse(type), ByteString.fromString(body)));
    }

    static HttpResponse refusal(Refusal refusal) {
        HttpResponse response = json(refusal.status(), ReplyWriter.error(refusal));
        for (var header : refusal.headers().entrySet()) {
            response = response.addHeader(RawHeader.create(header.getKey(), header.getValue()));
        }
        return response;
    }

    /** For a request whose rest nobody reads. */
    static HttpResponse last(Refusal refusal) {
        return refusal(refusal).addHeader(Connection.create("close"));
    }

    /** A stream of server-sent events. */
    static HttpResponse events(Source<ByteString, NotUsed> events) {
        return HttpResponse.create()
                .withEntity(
                        HttpEntities.createChunked(
                                MediaTypes.TEXT_EVENT_STREAM.toContentType(), events))
                .addHeader(RawHeader.create("Cache-Control", "no-cache"));
    }
}
