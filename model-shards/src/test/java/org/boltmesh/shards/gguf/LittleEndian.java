package org.boltmesh.shards.gguf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Growing bytes, little endian, in the encodings of GGUF. */
final class LittleEndian {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    LittleEndian int8(long value) {
        return number(value, 1);
    }

    LittleEndian int16(long value) {
        return number(value, 2);
    }

    LittleEndian int32(long value) {
        return number(value, 4);
    }

    LittleEndian int64(long value) {
        return number(value, 8);
    }

    LittleEndian float32(float value) {
        return int32(Float.floatToRawIntBits(value));
    }

    LittleEndian float64(double value) {
        return int64(Double.doubleToRawLongBits(value));
    }

    LittleEndian text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return int64(bytes.length).bytes(bytes);
    }

    LittleEndian bytes(byte... bytes) {
        out.writeBytes(bytes);
        return this;
    }

    LittleEndian padTo(int alignmentBytes) {
        while (out.size() % alignmentBytes != 0) {
            out.write(0);
        }
        return this;
    }

    private LittleEndian number(long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    int sizeBytes() {
        return out.size();
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
