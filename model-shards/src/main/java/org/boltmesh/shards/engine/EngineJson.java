package org.boltmesh.shards.engine;

import org.boltmesh.shards.tokenizer.TokenBytes;
import org.boltmesh.shards.tokenizer.TokenizerException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Requests and events as JSON, one value per frame. */
final class EngineJson {
    private static final int NESTING_MAX = 16;
    private static final int MESSAGE_LENGTH_MAX = 300;
    private static final JsonMapper MAPPER = mapper();
    private static final ObjectWriter REQUEST_WRITER = MAPPER.writerFor(EngineRequest.class);
    private static final ObjectWriter EVENT_WRITER = MAPPER.writerFor(EngineEvent.class);

    private EngineJson() {}

    private static JsonMapper mapper() {
        StreamReadConstraints constraints =
                StreamReadConstraints.builder()
                        .maxNestingDepth(NESTING_MAX)
                        .maxStringLength(Frames.LENGTH_MAX_BYTES)
                        .build();
        return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(constraints).build())
                .enable(
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .addModule(
                        new SimpleModule()
                                .addSerializer(TokenBytes.class, new TokenBytesWriter())
                                .addDeserializer(TokenBytes.class, new TokenBytesReader()))
                .build();
    }

    private static final class TokenBytesWriter extends ValueSerializer<TokenBytes> {
        @Override
        public void serialize(
                TokenBytes value, JsonGenerator generator, SerializationContext context) {
            generator.writeBinary(value.toBytes());
        }
    }

    private static final class TokenBytesReader extends ValueDeserializer<TokenBytes> {
        @Override
        public TokenBytes deserialize(JsonParser parser, DeserializationContext context) {
            try {
                return TokenBytes.fromBytes(parser.getBinaryValue());
            } catch (TokenizerException e) {
                throw DatabindException.from(parser, String.valueOf(e.getMessage()), e);
            }
        }
    }

    static byte[] encode(EngineRequest request) {
        return REQUEST_WRITER.writeValueAsBytes(request);
    }

    static byte[] encode(EngineEvent event) {
        return EVENT_WRITER.writeValueAsBytes(event);
    }

    static EngineRequest request(byte[] frame) throws EngineProtocolException {
        return decode(frame, EngineRequest.class, "request");
    }

    static EngineEvent event(byte[] frame) throws EngineProtocolException {
        return decode(frame, EngineEvent.class, "event");
    }

    private static <T> T decode(byte[] frame, Class<T> type, String what)
            throws EngineProtocolException {
        try {
            T value = MAPPER.readValue(frame, type);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw unreadable(what, frame, e.getOriginalMessage());
        }
        throw unreadable(what, frame, "it is null");
    }

    private static EngineProtocolException unreadable(String what, byte[] frame, String reason) {
        String shown =
                reason.length() <= MESSAGE_LENGTH_MAX
                        ? reason
                        : reason.substring(0, MESSAGE_LENGTH_MAX) + "...";
        return new EngineProtocolException(
                "frame of %d bytes is no engine %s: %s".formatted(frame.length, what, shown));
    }
}
