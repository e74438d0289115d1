package org.boltmesh.shards.gguf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the table of tensors of one part file and checks that their bytes can be used. */
final class TensorTable {
    /** Length of name, number of dimensions, type and offset: what an entry takes at least. */
    static final int ENTRY_BYTES_MIN = 8 + 4 + 4 + 8;

    private static final int NAME_BYTES_MAX = 64;

    private final String file;
    private final int part;
    private final int alignmentBytes;
    private final HeaderCursor cursor;

    TensorTable(String file, int part, int alignmentBytes, HeaderCursor cursor) {
        this.file = file;
        this.part = part;
        this.alignmentBytes = alignmentBytes;
        this.cursor = cursor;
    }

    List<TensorInfo> read(int count) {
        List<TensorInfo> relative = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            cursor.enter("tensor", (i + 1) + " of " + count);
            TensorInfo tensor = entry();
            if (!names.add(tensor.name())) {
                throw cursor.failure("the name is there twice, want it once");
            }
            relative.add(tensor);
        }
        return List.copyOf(placed(relative));
    }

    private TensorInfo entry() {
        String name = cursor.name("length of the name", NAME_BYTES_MAX);
        cursor.enter("tensor", name);
        List<Long> dimensions = dimensions();
        TensorType type = type();
        long sizeBytes = sizeBytes(dimensions, type);
        long offsetBytes = cursor.int64("the offset");
        if (offsetBytes < 0 || offsetBytes % alignmentBytes != 0) {
            throw cursor.failure(
                    "offset %s, want a multiple of the alignment %d"
                            .formatted(Long.toUnsignedString(offsetBytes), alignmentBytes));
        }
        return new TensorInfo(name, type, dimensions, part, offsetBytes, sizeBytes);
    }

    private List<Long> dimensions() {
        int count = cursor.int32("the number of dimensions");
        if (count < 1 || count > TensorInfo.DIMENSIONS_MAX) {
            throw cursor.failure(
                    "%s dimensions, want 1 to %d"
                            .formatted(Integer.toUnsignedString(count), TensorInfo.DIMENSIONS_MAX));
        }
        List<Long> dimensions = new ArrayList<>(count);
        long elements = 1;
        for (int i = 0; i < count; i++) {
            long dimension = cursor.int64("a dimension");
            if (dimension < 1 || dimension > Long.MAX_VALUE / elements) {
                throw cursor.failure(
                        "dimension %d is %s after %d elements, want 1 to 2^63 elements in all"
                                .formatted(i, Long.toUnsignedString(dimension), elements));
            }
            elements *= dimension;
            dimensions.add(dimension);
        }
        return dimensions;
    }

    private TensorType type() {
        int id = cursor.int32("the type");
        return TensorType.ofId(id)
                .orElseThrow(
                        () ->
                                cursor.failure(
                                        "unknown tensor type %s, want one of ggml's from 0 to %d that was not removed"
                                                .formatted(
                                                        Integer.toUnsignedString(id),
                                                        TensorType.Q2_0.id())));
    }

    private long sizeBytes(List<Long> dimensions, TensorType type) {
        long row = dimensions.getFirst();
        if (row % type.blockElements() != 0) {
            throw cursor.failure(
                    "rows of %d elements of %s, want a multiple of %d"
                            .formatted(row, type, type.blockElements()));
        }
        long blocks = row / type.blockElements();
        for (long dimension : dimensions.subList(1, dimensions.size())) {
            blocks *= dimension;
        }
        if (blocks > cursor.fileBytes() / type.blockBytes()) {
            throw cursor.failure(
                    "%s of dimensions %s is larger than the file of %d bytes"
                            .formatted(type, dimensions, cursor.fileBytes()));
        }
        return blocks * type.blockBytes();
    }

    /** Turns offsets within the data section into offsets in the file. */
    private List<TensorInfo> placed(List<TensorInfo> relative) {
        long dataStart = (cursor.position() + alignmentBytes - 1) & -(long) alignmentBytes;
        List<TensorInfo> tensors = new ArrayList<>(relative.size());
        for (TensorInfo tensor : relative) {
            long roomBytes = cursor.fileBytes() - dataStart - tensor.sizeBytes();
            if (tensor.offsetBytes() > roomBytes) {
                throw new GgufException(
                        "%s, tensor %s: %d bytes at %d of the data, which starts at byte %d, end beyond the file of %d bytes; is the file complete?"
                                .formatted(
                                        file,
                                        GgufException.shown(tensor.name()),
                                        tensor.sizeBytes(),
                                        tensor.offsetBytes(),
                                        dataStart,
                                        cursor.fileBytes()));
            }
            tensors.add(at(tensor, dataStart + tensor.offsetBytes()));
        }
        checkOverlaps(tensors);
        return tensors;
    }

    private static TensorInfo at(TensorInfo tensor, long offsetBytes) {
        return new TensorInfo(
                tensor.name(),
                tensor.type(),
                tensor.dimensions(),
                tensor.part(),
                offsetBytes,
                tensor.sizeBytes());
    }

    private void checkOverlaps(List<TensorInfo> tensors) {
        List<TensorInfo> sorted = new ArrayList<>(tensors);
        sorted.sort(Comparator.comparingLong(TensorInfo::offsetBytes));
        for (int i = 1; i < sorted.size(); i++) {
            TensorInfo before = sorted.get(i - 1);
            TensorInfo after = sorted.get(i);
            if (after.offsetBytes() < before.offsetBytes() + before.sizeBytes()) {
                throw new GgufException(
                        "%s, tensor %s: starts at byte %d, inside tensor %s of %d bytes at byte %d; want tensors that do not overlap"
                                .formatted(
                                        file,
                                        GgufException.shown(after.name()),
                                        after.offsetBytes(),
                                        GgufException.shown(before.name()),
                                        before.sizeBytes(),
                                        before.offsetBytes()));
            }
        }
    }
}
