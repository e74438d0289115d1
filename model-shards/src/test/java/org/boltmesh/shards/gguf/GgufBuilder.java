package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds small GGUF files for tests: whole ones from {@code string}, {@code uint32}, {@code tensor}
 * and their like; broken ones with {@code raw} and {@code entry}. Checks nothing.
 */
public final class GgufBuilder {
    private final LittleEndian pairs = new LittleEndian();
    private final LittleEndian entries = new LittleEndian();
    private final LittleEndian data = new LittleEndian();
    private int version = 3;
    private int alignmentBytes = 32;
    private long pairCount;
    private long tensorCount;

    private GgufBuilder() {}

    /** An empty file of version 3. */
    public static GgufBuilder create() {
        return new GgufBuilder();
    }

    /** An empty file of version 3 with the key {@code general.architecture}. */
    public static GgufBuilder create(String architecture) {
        return create().string("general.architecture", architecture);
    }

    /** Another version number. */
    public GgufBuilder version(int number) {
        version = number;
        return this;
    }

    /** Another alignment than 32, also as the key {@code general.alignment}; before any tensor. */
    public GgufBuilder alignment(int bytes) {
        alignmentBytes = bytes;
        return uint32("general.alignment", bytes);
    }

    /** Claims {@code count} tensors more than there will be. */
    public GgufBuilder extraTensors(long count) {
        tensorCount += count;
        return this;
    }

    /** Claims {@code count} metadata pairs more than there will be. */
    public GgufBuilder extraPairs(long count) {
        pairCount += count;
        return this;
    }

    /** A metadata pair of any type number with the value's bytes as they are. */
    public GgufBuilder raw(String key, int typeId, byte... value) {
        pairs.text(key).int32(typeId).bytes(value);
        pairCount++;
        return this;
    }

    private GgufBuilder pair(String key, ValueType type, LittleEndian value) {
        return raw(key, type.id(), value.toBytes());
    }

    private GgufBuilder array(String key, ValueType elementType, int count, LittleEndian elements) {
        LittleEndian head = new LittleEndian().int32(elementType.id()).int64(count);
        return pair(key, ValueType.ARRAY, head.bytes(elements.toBytes()));
    }

    /** An 8-bit unsigned integer. */
    public GgufBuilder uint8(String key, int value) {
        return pair(key, ValueType.UINT8, new LittleEndian().int8(value));
    }

    /** An 8-bit integer. */
    public GgufBuilder int8(String key, int value) {
        return pair(key, ValueType.INT8, new LittleEndian().int8(value));
    }

    /** A 16-bit unsigned integer. */
    public GgufBuilder uint16(String key, int value) {
        return pair(key, ValueType.UINT16, new LittleEndian().int16(value));
    }

    /** A 16-bit integer. */
    public GgufBuilder int16(String key, int value) {
        return pair(key, ValueType.INT16, new LittleEndian().int16(value));
    }

    /** A 32-bit unsigned integer. */
    public GgufBuilder uint32(String key, long value) {
        return pair(key, ValueType.UINT32, new LittleEndian().int32(value));
    }

    /** A 32-bit integer. */
    public GgufBuilder int32(String key, int value) {
        return pair(key, ValueType.INT32, new LittleEndian().int32(value));
    }

    /** A 64-bit unsigned integer. */
    public GgufBuilder uint64(String key, long value) {
        return pair(key, ValueType.UINT64, new LittleEndian().int64(value));
    }

    /** A 64-bit integer. */
    public GgufBuilder int64(String key, long value) {
        return pair(key, ValueType.INT64, new LittleEndian().int64(value));
    }

    /** A 32-bit floating-point number. */
    public GgufBuilder float32(String key, float value) {
        return pair(key, ValueType.FLOAT32, new LittleEndian().float32(value));
    }

    /** A 64-bit floating-point number. */
    public GgufBuilder float64(String key, double value) {
        return pair(key, ValueType.FLOAT64, new LittleEndian().float64(value));
    }

    /** A truth value. */
    public GgufBuilder bool(String key, boolean value) {
        return pair(key, ValueType.BOOL, new LittleEndian().int8(value ? 1 : 0));
    }

    /** A string. */
    public GgufBuilder string(String key, String value) {
        return pair(key, ValueType.STRING, new LittleEndian().text(value));
    }

    /** An array of strings. */
    public GgufBuilder strings(String key, List<String> values) {
        LittleEndian elements = new LittleEndian();
        values.forEach(elements::text);
        return array(key, ValueType.STRING, values.size(), elements);
    }

    /** An array of 32-bit integers. */
    public GgufBuilder int32s(String key, int... values) {
        LittleEndian elements = new LittleEndian();
        for (int value : values) {
            elements.int32(value);
        }
        return array(key, ValueType.INT32, values.length, elements);
    }

    /** An array of 32-bit floating-point numbers. */
    public GgufBuilder float32s(String key, float... values) {
        LittleEndian elements = new LittleEndian();
        for (float value : values) {
            elements.float32(value);
        }
        return array(key, ValueType.FLOAT32, values.length, elements);
    }

    /** An array of truth values. */
    public GgufBuilder bools(String key, boolean... values) {
        LittleEndian elements = new LittleEndian();
        for (boolean value : values) {
            elements.int8(value ? 1 : 0);
        }
        return array(key, ValueType.BOOL, values.length, elements);
    }

    /** A tensor with its bytes, behind those before; dimensions in ggml's order. */
    public GgufBuilder tensor(String name, TensorType type, byte[] bytes, long... dimensions) {
        data.padTo(alignmentBytes);
        entry(name, type.id(), data.sizeBytes(), dimensions);
        data.bytes(bytes);
        return this;
    }

    /** A tensor of zeros. */
    public GgufBuilder zeros(String name, TensorType type, long... dimensions) {
        long bytes = type.rowBytes(dimensions[0]);
        for (int i = 1; i < dimensions.length; i++) {
            bytes *= dimensions[i];
        }
        return tensor(name, type, new byte[Math.toIntExact(bytes)], dimensions);
    }

    /** An F32 tensor. */
    public GgufBuilder tensor(String name, float[] values, long... dimensions) {
        LittleEndian bytes = new LittleEndian();
        for (float value : values) {
            bytes.float32(value);
        }
        return tensor(name, TensorType.F32, bytes.toBytes(), dimensions);
    }

    /** A line of the tensor table without bytes of its own. */
    public GgufBuilder entry(String name, int typeId, long offsetBytes, long... dimensions) {
        entries.text(name).int32(dimensions.length);
        for (long dimension : dimensions) {
            entries.int64(dimension);
        }
        entries.int32(typeId).int64(offsetBytes);
        tensorCount++;
        return this;
    }

    /** Bytes before the tensors' data, without padding. */
    public int headerBytes() {
        return 24 + pairs.sizeBytes() + entries.sizeBytes();
    }

    /** The file. */
    public byte[] toBytes() {
        return new LittleEndian()
                .bytes((byte) 'G', (byte) 'G', (byte) 'U', (byte) 'F')
                .int32(version)
                .int64(tensorCount)
                .int64(pairCount)
                .bytes(pairs.toBytes())
                .bytes(entries.toBytes())
                .padTo(alignmentBytes)
                .bytes(data.toBytes())
                .padTo(alignmentBytes)
                .toBytes();
    }

    /** Writes the file and returns {@code path}. */
    public Path write(Path path) {
        try {
            return Files.write(path, toBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
