package org.boltmesh.bootstrap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;

/**
 * A model made deeper by repeating its layers, so that its layers can be shared out in proportion
 * to nodes. What it says means nothing.
 */
final class DeepModel {
    private static final int ALIGNMENT = 32;
    private static final int TENSOR_COUNT_OFFSET = 8;
    private static final String LAYER = "blk.";

    /** A tensor of the new file, whose bytes are those of an old one. */
    private record Copy(String name, TensorInfo from) {}

    private final byte[] old;
    private final GgufFile gguf;
    private final List<Copy> copies = new ArrayList<>();

    private DeepModel(Path model, int layers) throws IOException {
        old = Files.readAllBytes(model);
        gguf = GgufFile.open(model);
        for (TensorInfo tensor : gguf.tensors()) {
            if (!tensor.name().startsWith(LAYER)) {
                copies.add(new Copy(tensor.name(), tensor));
            }
        }
        int oldLayers = layerCount();
        for (int layer = 0; layer < layers; layer++) {
            String prefix = LAYER + layer % oldLayers + ".";
            for (TensorInfo tensor : gguf.tensors()) {
                if (tensor.name().startsWith(prefix)) {
                    String rest = tensor.name().substring(prefix.length());
                    copies.add(new Copy(LAYER + layer + "." + rest, tensor));
                }
            }
        }
    }

    /** Writes a model with so many layers; all of the old one must lie in one file. */
    static Path write(Path model, int layers, Path target) throws IOException {
        return Files.write(target, new DeepModel(model, layers).bytes(layers));
    }

    private int layerCount() {
        return (int)
                gguf.tensors().stream()
                        .map(TensorInfo::name)
                        .filter(name -> name.startsWith(LAYER))
                        .map(name -> name.split("\\.", 3)[1])
                        .distinct()
                        .count();
    }

    private byte[] bytes(int layers) {
        var out = new ByteArrayOutputStream();
        byte[] head = Arrays.copyOf(old, infoOffset());
        ByteBuffer view = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        view.putLong(TENSOR_COUNT_OFFSET, copies.size());
        view.putInt(indexOf(head, ".block_count") + ".block_count".length() + 4, layers);
        out.writeBytes(head);
        long offset = 0;
        for (Copy copy : copies) {
            out.writeBytes(info(copy, offset));
            offset += padded(copy.from().sizeBytes());
        }
        pad(out);
        for (Copy copy : copies) {
            TensorInfo from = copy.from();
            out.write(old, (int) from.offsetBytes(), (int) from.sizeBytes());
            pad(out);
        }
        return out.toByteArray();
    }

    /** Where the list of tensors begins: at the length of the first one's name. */
    private int infoOffset() {
        int first = Integer.MAX_VALUE;
        for (TensorInfo tensor : gguf.tensors()) {
            byte[] name = named(tensor.name());
            first = Math.min(first, indexOf(old, name));
        }
        return first;
    }

    private static byte[] named(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return little(Long.BYTES + text.length).putLong(text.length).put(text).array();
    }

    private static byte[] info(Copy copy, long offset) {
        byte[] name = named(copy.name());
        List<Long> dimensions = copy.from().dimensions();
        var bytes =
                new byte[name.length + 2 * Integer.BYTES + (dimensions.size() + 1) * Long.BYTES];
        ByteBuffer info = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        info.put(name).putInt(dimensions.size());
        dimensions.forEach(info::putLong);
        info.putInt(copy.from().type().id()).putLong(offset);
        return bytes;
    }

    private static ByteBuffer little(int lengthBytes) {
        return ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int indexOf(byte[] bytes, String text) {
        return indexOf(bytes, text.getBytes(StandardCharsets.UTF_8));
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int from = 0; from + wanted.length <= bytes.length; from++) {
            if (Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length)) {
                return from;
            }
        }
        throw new IllegalArgumentException("not found: " + wanted.length + " bytes");
    }

    private static long padded(long size) {
        return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static void pad(ByteArrayOutputStream out) {
        out.writeBytes(new byte[(int) (padded(out.size()) - out.size())]);
    }
}
