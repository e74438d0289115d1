package org.boltmesh.shards.synth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writes one GGUF file, version 3, from its beginning to its end: metadata, the table of tensors,
 * then each tensor's bytes in the table's order. Not thread-safe.
 */
final class GgufWriter {
    private static final int ALIGNMENT_BYTES = 32;
    private static final int BUFFER_BYTES = 1 << 16;

    /** Numbers of the value types that are written. */
    private static final int UINT32 = 4;

    private static final int INT32 = 5;
    private static final int FLOAT32 = 6;
    private static final int STRING = 8;
    private static final int ARRAY = 9;

    private final FileChannel channel;
    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    GgufWriter(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Writes everything before the tensors' bytes.
     *
     * @param metadata values are Integer, Float, String, a list of String, or an int array
     */
    void writeHead(Map<String, Object> metadata, List<SynthTensor> tensors) throws IOException {
        put("GGUF".getBytes(StandardCharsets.US_ASCII));
        putInt(3);
        putLong(tensors.size());
        putLong(metadata.size());
        for (Map.Entry<String, Object> entry : metadata.entrySet()) {
            putString(entry.getKey());
            putValue(entry.getValue());
        }
        long offset = 0;
        for (SynthTensor tensor : tensors) {
            putString(tensor.name());
            putInt(tensor.dimensions().size());
            for (long dimension : tensor.dimensions()) {
                putLong(dimension);
            }
            putInt(tensor.type().id());
            putLong(offset);
            offset = aligned(offset + tensor.sizeBytes());
        }
        flush();
        align();
    }

    private void putValue(Object value) throws IOException {
        switch (value) {
            case Integer number -> {
                putInt(UINT32);
                putInt(number);
            }
            case Float number -> {
                putInt(FLOAT32);
                putInt(Float.floatToRawIntBits(number));
            }
            case String text -> {
                putInt(STRING);
                putString(text);
            }
            case List<?> texts -> {
                putInt(ARRAY);
                putInt(STRING);
                putLong(texts.size());
                for (Object text : texts) {
                    putString(text.toString());
                }
            }
            case int[] numbers -> {
                putInt(ARRAY);
                putInt(INT32);
                putLong(numbers.length);
                for (int number : numbers) {
                    putInt(number);
                }
            }
            default -> throw new IllegalArgumentException("a value of " + value.getClass());
        }
    }

    /** Writes the next bytes of the present tensor. */
    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Ends the present tensor. */
    void align() throws IOException {
        long padding = aligned(channel.position()) - channel.position();
        write(ByteBuffer.allocate((int) padding));
    }

    /** Where something begins that would begin at {@code offsetBytes}. */
    static long aligned(long offsetBytes) {
        return (offsetBytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    private void putString(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putLong(bytes.length);
        put(bytes);
    }

    private void put(byte[] bytes) throws IOException {
        room(bytes.length);
        buffer.put(bytes);
    }

    private void putInt(int value) throws IOException {
        room(Integer.BYTES);
        buffer.putInt(value);
    }

    private void putLong(long value) throws IOException {
        room(Long.BYTES);
        buffer.putLong(value);
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        write(buffer.flip());
        buffer.clear();
    }
}
