package org.boltmesh.shards.model;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.shards.ggml.Buffer;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.Tensor;

/**
 * A shard's weights, each in memory that its backend computes on: mapped from the file or laid out
 * anew. The shard owns them.
 */
final class Weights implements AutoCloseable {
    private final Graph tensors;
    private final Map<String, Tensor> byName = new HashMap<>();
    private final List<Buffer> buffers = new ArrayList<>();
    private final Arena maps = Arena.ofShared();
    private long sizeBytes;

    /** Holds no weights yet, and has room for {@code tensorsMax}. */
    Weights(int tensorsMax) {
        this.tensors = new Graph(tensorsMax);
    }

    /** A tensor without memory yet. */
    Tensor declare(int type, List<Long> dimensions, String name) {
        Tensor tensor =
                dimensions.size() == 1
                        ? tensors.tensor1d(type, dimensions.getFirst())
                        : tensors.tensor2d(type, dimensions.getFirst(), dimensions.get(1));
        tensors.name(tensor, name);
        byName.put(name, tensor);
        return tensor;
    }

    /** Takes over a buffer that holds weights. */
    void own(Buffer buffer) {
        buffers.add(buffer);
        sizeBytes += buffer.sizeBytes();
    }

    /** Holds maps until the buffers over them are closed. */
    Arena maps() {
        return maps;
    }

    /** A tensor that {@link ShardTensors} found. */
    Tensor get(String name) {
        Tensor tensor = byName.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("no weight " + name);
        }
        return tensor;
    }

    /** A tensor that not every model has. */
    Optional<Tensor> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Bytes of all weights as they lie in memory, by the library's own count. */
    long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void close() {
        buffers.forEach(Buffer::close);
        maps.close();
        tensors.close();
    }
}
