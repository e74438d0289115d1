package org.boltmesh.shards.engine;

import org.boltmesh.process.FrameException;
import org.boltmesh.process.FrameJson;
import org.boltmesh.shards.tokenizer.TokenBytes;
import org.boltmesh.shards.tokenizer.TokenizerException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Requests and events as JSON, one value per frame. */
final class EngineJson {
    private static final FrameJson JSON =
            new FrameJson(
                    "engine",
                    new SimpleModule()
                            .addSerializer(TokenBytes.class, new TokenBytesWriter())
                            .addDeserializer(TokenBytes.class, new TokenBytesReader()));

    private EngineJson() {}

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
        return JSON.encode(request, EngineRequest.class);
    }

    static byte[] encode(EngineEvent event) {
        return JSON.encode(event, EngineEvent.class);
    }

    static EngineRequest request(byte[] frame) throws FrameException {
        return JSON.decode(frame, EngineRequest.class, "request");
    }

    static EngineEvent event(byte[] frame) throws FrameException {
        return JSON.decode(frame, EngineEvent.class, "event");
    }
}
