package org.boltmesh.shards.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.GgufMetadata;
import org.boltmesh.shards.gguf.TensorInfo;
import org.boltmesh.shards.gguf.TensorType;

/**
 * llama, qwen2 and qwen3 in double precision, one token after the other, written from the papers
 * named in {@link Llama}, {@link Qwen2} and {@link Qwen3}. Slow; F32 files only; reads the file's
 * metadata itself, so that it shares no mistake with the engine.
 */
final class ReferenceModel {
    private final GgufFile gguf;
    private final String architecture;
    private final Map<String, double[]> tensors = new HashMap<>();
    private final int layers;
    private final int width;
    private final int heads;
    private final int keyHeads;
    private final int keySize;
    private final int valueSize;
    private final double epsilon;
    private final ReferenceRope rope;

    /** Keys and values by layer, then by position: all heads after one another. */
    private final List<List<double[]>> keys = new ArrayList<>();

    private final List<List<double[]>> values = new ArrayList<>();

    ReferenceModel(GgufFile gguf) {
        this.gguf = gguf;
        GgufMetadata metadata = gguf.metadata();
        this.architecture = metadata.requireString("general.architecture");
        String prefix = architecture + ".";
        this.layers = (int) metadata.requireInteger(prefix + "block_count");
        this.width = (int) metadata.requireInteger(prefix + "embedding_length");
        this.heads = (int) metadata.requireInteger(prefix + "attention.head_count");
        this.keyHeads = (int) metadata.integer(prefix + "attention.head_count_kv").orElse(heads);
        this.keySize =
                (int) metadata.integer(prefix + "attention.key_length").orElse(width / heads);
        this.valueSize =
                (int) metadata.integer(prefix + "attention.value_length").orElse(width / heads);
        this.epsilon = metadata.requireNumber(prefix + "attention.layer_norm_rms_epsilon");
        for (TensorInfo info : gguf.tensors()) {
            tensors.put(info.name(), read(info));
        }
        double[] factors = tensors.getOrDefault("rope_freqs.weight", new double[0]);
        this.rope = new ReferenceRope(metadata, keySize, factors);
        for (int layer = 0; layer < layers; layer++) {
            keys.add(new ArrayList<>());
            values.add(new ArrayList<>());
        }
    }

    private double[] read(TensorInfo info) {
        if (info.type() != TensorType.F32) {
            throw new IllegalArgumentException(info + " is not F32");
        }
        try (FileChannel channel = FileChannel.open(gguf.parts().get(info.part()))) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(info.sizeBytes()));
            while (bytes.hasRemaining()
                    && channel.read(bytes, info.offsetBytes() + bytes.position()) > 0) {}
            bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
            double[] numbers = new double[bytes.remaining() / Float.BYTES];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = bytes.getFloat();
            }
            return numbers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double[] weight(String name) {
        double[] numbers = tensors.get(name);
        if (numbers == null) {
            throw new IllegalArgumentException("no tensor " + name);
        }
        return numbers;
    }

    /** The logits after the next token, whose position is the number of those before. */
    double[] next(int token) {
        double[] x = new double[width];
        System.arraycopy(weight("token_embd.weight"), token * width, x, 0, width);
        for (int layer = 0; layer < layers; layer++) {
            String name = "blk." + layer + ".";
            x = sum(x, attention(layer, name, norm(x, weight(name + "attn_norm.weight"))));
            x = sum(x, feedForward(name, norm(x, weight(name + "ffn_norm.weight"))));
        }
        boolean tied = !tensors.containsKey("output.weight");
        return product(
                weight(tied ? "token_embd.weight" : "output.weight"),
                norm(x, weight("output_norm.weight")));
    }

    /** Softmax(q k / sqrt(d)) v over this position and all before. */
    private double[] attention(int layer, String name, double[] x) {
        int position = keys.get(layer).size();
        double[] q = heads(linear(name + "attn_q", x), name + "attn_q_norm.weight", position);
        keys.get(layer)
                .add(heads(linear(name + "attn_k", x), name + "attn_k_norm.weight", position));
        values.get(layer).add(linear(name + "attn_v", x));

        double[] mixed = new double[heads * valueSize];
        for (int head = 0; head < heads; head++) {
            int keyHead = head / (heads / keyHeads);
            double[] scores = new double[position + 1];
            for (int p = 0; p <= position; p++) {
                double[] k = keys.get(layer).get(p);
                for (int i = 0; i < keySize; i++) {
                    scores[p] += q[head * keySize + i] * k[keyHead * keySize + i];
                }
                scores[p] /= Math.sqrt(keySize);
            }
            double[] shares = softmax(scores);
            for (int p = 0; p <= position; p++) {
                double[] v = values.get(layer).get(p);
                for (int i = 0; i < valueSize; i++) {
                    mixed[head * valueSize + i] += shares[p] * v[keyHead * valueSize + i];
                }
            }
        }
        return linear(name + "attn_output", mixed);
    }

    /** Norms each head (Qwen3 only) and rotates it. */
    private double[] heads(double[] row, String normName, int position) {
        for (int start = 0; start < row.length; start += keySize) {
            double[] head = new double[keySize];
            System.arraycopy(row, start, head, 0, keySize);
            if (architecture.equals("qwen3")) {
                head = norm(head, weight(normName));
            }
            rope.rotate(head, position);
            System.arraycopy(head, 0, row, start, keySize);
        }
        return row;
    }

    /** SwiGLU: down(silu(gate x) * up x). */
    private double[] feedForward(String name, double[] x) {
        double[] gate = linear(name + "ffn_gate", x);
        double[] up = linear(name + "ffn_up", x);
        for (int i = 0; i < gate.length; i++) {
            gate[i] = gate[i] / (1 + Math.exp(-gate[i])) * up[i];
        }
        return linear(name + "ffn_down", gate);
    }

    private double[] linear(String name, double[] x) {
        double[] y = product(weight(name + ".weight"), x);
        return tensors.containsKey(name + ".bias") ? sum(y, weight(name + ".bias")) : y;
    }

    private double[] norm(double[] x, double[] scale) {
        double squares = 0;
        for (double value : x) {
            squares += value * value;
        }
        double root = Math.sqrt(squares / x.length + epsilon);
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = x[i] / root * scale[i];
        }
        return y;
    }

    private static double[] product(double[] matrix, double[] x) {
        double[] y = new double[matrix.length / x.length];
        for (int row = 0; row < y.length; row++) {
            for (int i = 0; i < x.length; i++) {
                y[row] += matrix[row * x.length + i] * x[i];
            }
        }
        return y;
    }

    private static double[] sum(double[] a, double[] b) {
        double[] c = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            c[i] = a[i] + b[i];
        }
        return c;
    }

    private static double[] softmax(double[] scores) {
        double most = Double.NEGATIVE_INFINITY;
        for (double score : scores) {
            most = Math.max(most, score);
        }
        double total = 0;
        double[] shares = new double[scores.length];
        for (int i = 0; i < scores.length; i++) {
            shares[i] = Math.exp(scores[i] - most);
            total += shares[i];
        }
        for (int i = 0; i < scores.length; i++) {
            shares[i] /= total;
        }
        return shares;
    }
}
