package org.boltmesh.actors.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as length and UTF-8. Half of a surrogate pair is refused: UTF-8 has no bytes for it. */
final class TextSerializer extends ValueSerializer<String> {
    @Override
    public void write(Kryo kryo, Output output, String text) {
        write(output, text);
    }

    @Override
    public String read(Kryo kryo, Input input, Class<? extends String> type) {
        return read(input, Lengths.TEXT_MAX_BYTES);
    }

    static void write(Output output, String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            Lengths.write(output, bytes.remaining(), Lengths.TEXT_MAX_BYTES);
            output.writeBytes(bytes.array(), bytes.arrayOffset(), bytes.remaining());
        } catch (CharacterCodingException e) {
            throw new RefusedException(Refusal.MALFORMED, "text with half a surrogate pair: " + e);
        }
    }

    static String read(Input input, int maxBytes) {
        byte[] bytes = input.readBytes(Lengths.read(input, maxBytes));
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new RefusedException(Refusal.MALFORMED, "text is not UTF-8: " + e);
        }
    }
}
