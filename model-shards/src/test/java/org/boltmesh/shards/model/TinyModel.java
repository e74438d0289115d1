package org.boltmesh.shards.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.boltmesh.shards.gguf.GgufBuilder;
import org.boltmesh.shards.gguf.TensorType;

/**
 * Writes models of a few kilobytes with random weights, whole, split or spoilt. Keys are given
 * without the architecture's prefix; whatever is set last counts.
 */
final class TinyModel {
    static final int VOCABULARY = 48;

    private record Entry(TensorType type, List<Long> dimensions) {
        Entry(TensorType type, long... dimensions) {
            this(type, Arrays.stream(dimensions).boxed().toList());
        }

        long[] shape() {
            return dimensions.stream().mapToLong(Long::longValue).toArray();
        }

        int elementCount() {
            return Math.toIntExact(dimensions.stream().reduce(1L, Math::multiplyExact));
        }
    }

    private final String architecture;
    private final Map<String, Object> metadata = new LinkedHashMap<>();
    private final Map<String, Entry> changed = new LinkedHashMap<>();
    private final Set<String> dropped = new LinkedHashSet<>();
    private boolean tied;
    private int alignmentBytes = 32;
    private long seed = 1;

    private TinyModel(String architecture) {
        this.architecture = architecture;
    }

    /** Two layers of width 32, 4 query heads on 2 key heads of 16, values of 8, context 512. */
    static TinyModel of(String architecture) {
        TinyModel model = new TinyModel(architecture);
        return model.set("block_count", 2)
                .set("embedding_length", 32)
                .set("feed_forward_length", 64)
                .set("context_length", 512)
                .set("attention.layer_norm_rms_epsilon", 1e-5f)
                .set("rope.freq_base", 10_000f)
                .heads(4, 2, 16, 8);
    }

    /** Other heads. */
    TinyModel heads(int count, int keyHeads, int keySize, int valueSize) {
        return set("attention.head_count", count)
                .set("attention.head_count_kv", keyHeads)
                .set("attention.key_length", keySize)
                .set("attention.value_length", valueSize);
    }

    /** A metadata value: an Integer, Long, Float, Boolean or String. */
    TinyModel set(String key, Object value) {
        metadata.put(key, value);
        return this;
    }

    /** Leaves out a key, which still decides the shapes of tensors, or a tensor. */
    TinyModel without(String name) {
        dropped.add(name);
        return this;
    }

    /** Adds a tensor, or gives one another shape: random F32. */
    TinyModel with(String tensor, long... dimensions) {
        return with(tensor, TensorType.F32, dimensions);
    }

    /** Adds a tensor, or gives one another shape and type: zeros, unless it is F32. */
    TinyModel with(String tensor, TensorType type, long... dimensions) {
        changed.put(tensor, new Entry(type, dimensions));
        return this;
    }

    /** Lets the head use the embedding. */
    TinyModel tied() {
        tied = true;
        return this;
    }

    /** Another alignment than 32. */
    TinyModel alignment(int bytes) {
        alignmentBytes = bytes;
        return this;
    }

    /** Other random numbers. */
    TinyModel seed(long number) {
        seed = number;
        return this;
    }

    private long number(String key) {
        return metadata.get(key) instanceof Integer value ? value : 1;
    }

    private Map<String, Entry> tensors() {
        long width = number("embedding_length");
        Map<String, Entry> tensors = new LinkedHashMap<>();
        put(tensors, "token_embd.weight", width, VOCABULARY);
        for (long layer = 0; layer < Math.min(number("block_count"), 8); layer++) {
            addLayer(tensors, "blk." + layer + ".", width);
        }
        put(tensors, "output_norm.weight", width);
        if (!tied) {
            put(tensors, "output.weight", width, VOCABULARY);
        }
        tensors.putAll(changed);
        tensors.keySet().removeAll(dropped);
        return tensors;
    }

    private void addLayer(Map<String, Entry> tensors, String layer, long width) {
        long queryRow = number("attention.head_count") * number("attention.key_length");
        long keyRow = number("attention.head_count_kv") * number("attention.key_length");
        long valueRow = number("attention.head_count_kv") * number("attention.value_length");
        long outRow = number("attention.head_count") * number("attention.value_length");
        long inner = number("feed_forward_length");
        put(tensors, layer + "attn_norm.weight", width);
        put(tensors, layer + "attn_q.weight", width, queryRow);
        put(tensors, layer + "attn_k.weight", width, keyRow);
        put(tensors, layer + "attn_v.weight", width, valueRow);
        put(tensors, layer + "attn_output.weight", outRow, width);
        put(tensors, layer + "ffn_norm.weight", width);
        put(tensors, layer + "ffn_gate.weight", width, inner);
        put(tensors, layer + "ffn_up.weight", width, inner);
        put(tensors, layer + "ffn_down.weight", inner, width);
        if (architecture.equals("qwen2")) {
            put(tensors, layer + "attn_q.bias", queryRow);
            put(tensors, layer + "attn_k.bias", keyRow);
            put(tensors, layer + "attn_v.bias", valueRow);
        }
        if (architecture.equals("qwen3")) {
            put(tensors, layer + "attn_q_norm.weight", number("attention.key_length"));
            put(tensors, layer + "attn_k_norm.weight", number("attention.key_length"));
        }
    }

    private static void put(Map<String, Entry> tensors, String name, long... dimensions) {
        tensors.put(name, new Entry(TensorType.F32, dimensions));
    }

    /** Writes one file and returns {@code path}. */
    Path write(Path path) {
        return file(1, 0).write(path);
    }

    /** Writes parts with about as many tensors each, and returns the first. */
    Path writeSplit(Path folder, int count) {
        List<Path> paths = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            String name = "tiny-%05d-of-%05d.gguf".formatted(part + 1, count);
            GgufBuilder builder = file(count, part);
            builder.uint16("split.no", part).uint16("split.count", count);
            builder.int32("split.tensors.count", tensors().size());
            paths.add(builder.write(folder.resolve(name)));
        }
        return paths.getFirst();
    }

    private GgufBuilder file(int parts, int part) {
        GgufBuilder builder = GgufBuilder.create();
        builder.alignment(alignmentBytes);
        if (part == 0) {
            builder.string("general.architecture", architecture);
            metadata.forEach((key, value) -> add(builder, key, value));
        }
        Map<String, Entry> tensors = tensors();
        int perPart = (tensors.size() + parts - 1) / parts;
        Random random = new Random(seed);
        int index = 0;
        for (Map.Entry<String, Entry> tensor : tensors.entrySet()) {
            float[] values = values(tensor.getKey(), tensor.getValue(), random);
            if (index++ / perPart == part) {
                add(builder, tensor.getKey(), tensor.getValue(), values);
            }
        }
        return builder;
    }

    private void add(GgufBuilder builder, String name, Object value) {
        if (dropped.contains(name)) {
            return;
        }
        String key = architecture + "." + name;
        switch (value) {
            case Integer number -> builder.uint32(key, number);
            case Long number -> builder.uint64(key, number);
            case Float number -> builder.float32(key, number);
            case Boolean flag -> builder.bool(key, flag);
            case String text -> builder.string(key, text);
            default -> throw new IllegalArgumentException(key + ": " + value.getClass());
        }
    }

    private static void add(GgufBuilder builder, String name, Entry entry, float[] values) {
        if (entry.type() == TensorType.F32) {
            builder.tensor(name, values, entry.shape());
        } else {
            builder.zeros(name, entry.type(), entry.shape());
        }
    }

    /** Matrices that neither shrink nor blow up, norms around 1, frequency factors of 1 to 8. */
    private static float[] values(String name, Entry entry, Random random) {
        float[] values = new float[entry.elementCount()];
        for (int i = 0; i < values.length; i++) {
            if (name.equals(Rope.FACTORS)) {
                values[i] = 1 + 7 * random.nextFloat();
            } else {
                values[i] =
                        (float) (mean(name, entry) + spread(name, entry) * random.nextGaussian());
            }
        }
        return values;
    }

    private static double mean(String name, Entry entry) {
        return entry.dimensions().size() == 1 && !name.endsWith("bias") ? 1 : 0;
    }

    private static double spread(String name, Entry entry) {
        if (entry.dimensions().size() > 1) {
            return 1.5 / Math.sqrt(entry.dimensions().getFirst().doubleValue());
        }
        return name.endsWith("bias") ? 0.3 : 0.2;
    }
}
