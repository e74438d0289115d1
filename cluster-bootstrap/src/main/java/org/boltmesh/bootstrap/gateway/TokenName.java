package org.boltmesh.bootstrap.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;

/**
 * What a single token is called. Tokens need not be whole characters: such bytes are written as
 * OpenAI does, {@code \\xf0\\x9f}, and with {@code bytes:} before them in the older call. A token
 * that spells nothing is called by its id.
 */
final class TokenName {
    private static final String BYTES = "bytes:";

    private TokenName() {}

    static String of(Shape shape, int token, byte[] bytes) {
        if (bytes.length == 0) {
            return "token_id:" + token;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            return switch (shape) {
                case CHAT -> escaped(bytes);
                case TEXT -> BYTES + escaped(bytes);
            };
        }
    }

    private static String escaped(byte[] bytes) {
        var name = new StringBuilder();
        for (byte each : bytes) {
            name.append(each >= ' ' ? "" + (char) each : "\\x%02x".formatted(each));
        }
        return name.toString();
    }
}
