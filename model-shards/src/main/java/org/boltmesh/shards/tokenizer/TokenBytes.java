package org.boltmesh.shards.tokenizer;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The bytes of every token, by id: a plain table that any process can hold, and small enough to
 * send ({@link #toBytes}). Tokens need not end where characters do, so streamed text goes through a
 * {@link Utf8Stream}. Immutable.
 */
public final class TokenBytes {
    private static final int MAGIC = 0x424D5442;
    private static final int VERSION = 1;
    private static final char SENTENCE_PIECE_SPACE = '▁';

    private final byte[] content;

    /** Token {@code id} is {@code content[ends[id - 1]..ends[id])}. */
    private final int[] ends;

    private final BitSet special;

    private TokenBytes(byte[] content, int[] ends, BitSet special) {
        this.content = content;
        this.ends = ends;
        this.special = special;
    }

    /** The table of a vocabulary. */
    public static TokenBytes of(Vocabulary vocabulary) {
        int count = vocabulary.size();
        int[] ends = new int[count];
        BitSet special = new BitSet(count);
        byte[][] each = new byte[count][];
        int lengthBytes = 0;
        for (int id = 0; id < count; id++) {
            each[id] = decode(vocabulary, id);
            lengthBytes = Math.addExact(lengthBytes, each[id].length);
            ends[id] = lengthBytes;
            special.set(id, vocabulary.types().get(id).isSpecial());
        }
        ByteBuffer content = ByteBuffer.allocate(lengthBytes);
        for (byte[] bytes : each) {
            content.put(bytes);
        }
        return new TokenBytes(content.array(), ends, special);
    }

    private static byte[] decode(Vocabulary vocabulary, int id) {
        String text = vocabulary.tokens().get(id);
        return switch (vocabulary.types().get(id)) {
            case CONTROL, UNKNOWN, USER_DEFINED -> text.getBytes(StandardCharsets.UTF_8);
            case UNDEFINED, UNUSED -> new byte[0];
            case BYTE -> new byte[] {(byte) byteValue(text, id)};
            case NORMAL ->
                    switch (vocabulary.kind()) {
                        case BYTE_LEVEL -> ByteAlphabet.decode(text);
                        case SENTENCE_PIECE ->
                                text.replace(SENTENCE_PIECE_SPACE, ' ')
                                        .getBytes(StandardCharsets.UTF_8);
                    };
        };
    }

    private static int byteValue(String text, int id) {
        if (!text.matches("<0x[0-9A-Fa-f]{2}>")) {
            throw new TokenizerException(
                    "token %d is \"%s\" and of type byte, want the form <0x0A>"
                            .formatted(id, text));
        }
        return Integer.parseInt(text.substring(3, 5), 16);
    }

    /**
     * The table that {@link #toBytes} wrote.
     *
     * @throws TokenizerException when the bytes are not such a table
     */
    public static TokenBytes fromBytes(byte[] written) {
        ByteBuffer in = ByteBuffer.wrap(written);
        try {
            if (in.getInt() != MAGIC || in.getInt() != VERSION) {
                throw new TokenizerException(
                        "token table of %d bytes has another magic or version, want version %d"
                                .formatted(written.length, VERSION));
            }
            int count = lengthIn(in, in.getInt(), Integer.BYTES);
            int[] ends = new int[count];
            in.asIntBuffer().get(ends);
            in.position(in.position() + count * Integer.BYTES);
            byte[] special = new byte[lengthIn(in, in.getInt(), 1)];
            in.get(special);
            byte[] content = new byte[in.remaining()];
            in.get(content);
            checkEnds(ends, content.length);
            return new TokenBytes(content, ends, BitSet.valueOf(special));
        } catch (BufferUnderflowException e) {
            throw new TokenizerException(
                    "token table ends after %d bytes, want more".formatted(written.length), e);
        }
    }

    private static int lengthIn(ByteBuffer in, int count, int elementBytes) {
        if (count < 0 || count > in.remaining() / elementBytes) {
            throw new TokenizerException(
                    "token table announces %d elements, want at most %d"
                            .formatted(count, in.remaining() / elementBytes));
        }
        return count;
    }

    private static void checkEnds(int[] ends, int lengthBytes) {
        int previous = 0;
        for (int end : ends) {
            if (end < previous || end > lengthBytes) {
                throw new TokenizerException(
                        "token table has a token end at %d, want %d to %d"
                                .formatted(end, previous, lengthBytes));
            }
            previous = end;
        }
    }

    /** The table as bytes, about ten for each token. */
    public byte[] toBytes() {
        byte[] flags = special.toByteArray();
        ByteBuffer out =
                ByteBuffer.allocate(
                        4 * Integer.BYTES
                                + ends.length * Integer.BYTES
                                + flags.length
                                + content.length);
        out.putInt(MAGIC).putInt(VERSION).putInt(ends.length);
        for (int end : ends) {
            out.putInt(end);
        }
        return out.putInt(flags.length).put(flags).put(content).array();
    }

    /** How many tokens there are. */
    public int size() {
        return ends.length;
    }

    /** Whether the token steers the model instead of being text. */
    public boolean isSpecial(int id) {
        checkId(id);
        return special.get(id);
    }

    /** The bytes that a reader sees: none for a special token. A fresh copy. */
    public byte[] bytes(int id) {
        return bytes(id, false);
    }

    /** The bytes of a token; those of a special one are its spelling, if asked for. */
    public byte[] bytes(int id, boolean showSpecial) {
        checkId(id);
        int start = id == 0 ? 0 : ends[id - 1];
        return special.get(id) && !showSpecial
                ? new byte[0]
                : Arrays.copyOfRange(content, start, ends[id]);
    }

    /** The text of several tokens at once. */
    public String text(int[] ids, boolean showSpecial) {
        Utf8Stream stream = new Utf8Stream();
        StringBuilder text = new StringBuilder();
        for (int id : ids) {
            text.append(stream.append(bytes(id, showSpecial)));
        }
        return text.append(stream.finish()).toString();
    }

    private void checkId(int id) {
        if (id < 0 || id >= ends.length) {
            throw new IllegalArgumentException(
                    "token id %d, want 0 to %d".formatted(id, ends.length - 1));
        }
    }
}
