package org.boltmesh.shards.gguf;

import java.util.List;

/**
 * What one part file says of itself, checked. {@code tensors} carry {@code part} as their part; the
 * header takes the file's first {@code lengthBytes} bytes, without padding.
 */
record GgufHeader(
        GgufMetadata metadata, List<TensorInfo> tensors, int alignmentBytes, long lengthBytes) {
    private static final int MAGIC = 0x4655_4747; // "GGUF"
    private static final int ALIGNMENT_BYTES_DEFAULT = 32;
    private static final int ALIGNMENT_BYTES_MAX = 1 << 30;

    /** Reads and checks the header of a file of {@code fileBytes} bytes. */
    static GgufHeader read(String file, int part, long fileBytes, ByteSource source) {
        HeaderCursor cursor = new HeaderCursor(file, fileBytes, source);
        checkMagic(cursor);
        checkVersion(cursor);
        int tensorCount = cursor.count("number of tensors", TensorTable.ENTRY_BYTES_MIN);
        int pairCount = cursor.count("number of metadata pairs", MetadataReader.PAIR_BYTES_MIN);
        GgufMetadata metadata = new GgufMetadata(file, new MetadataReader(cursor).read(pairCount));
        int alignmentBytes = alignmentBytes(file, metadata);
        List<TensorInfo> tensors =
                new TensorTable(file, part, alignmentBytes, cursor).read(tensorCount);
        return new GgufHeader(metadata, tensors, alignmentBytes, cursor.position());
    }

    private static void checkMagic(HeaderCursor cursor) {
        int magic = cursor.int32("the magic GGUF");
        if (magic != MAGIC) {
            throw cursor.failure(
                    "not a GGUF file: it starts with bytes %08x, want 47475546 (GGUF)"
                            .formatted(Integer.reverseBytes(magic)));
        }
    }

    private static void checkVersion(HeaderCursor cursor) {
        int version = cursor.int32("the version");
        int swapped = Integer.reverseBytes(version);
        if (swapped == 2 || swapped == 3) {
            throw cursor.failure(
                    "big-endian GGUF of version %d, want little-endian: convert the model again"
                            .formatted(swapped));
        }
        if (version != 2 && version != 3) {
            throw cursor.failure(
                    "GGUF version %s, want 2 or 3".formatted(Integer.toUnsignedString(version)));
        }
    }

    private static int alignmentBytes(String file, GgufMetadata metadata) {
        long alignment = metadata.integer("general.alignment").orElse(ALIGNMENT_BYTES_DEFAULT);
        if (alignment < 1 || alignment > ALIGNMENT_BYTES_MAX || Long.bitCount(alignment) != 1) {
            throw new GgufException(
                    "%s, key general.alignment: %d, want a power of two of at most %d"
                            .formatted(file, alignment, ALIGNMENT_BYTES_MAX));
        }
        return (int) alignment;
    }
}
